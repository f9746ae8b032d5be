/** Milliseconds of processor time so far: a busy machine stretches the clock on the wall, not this one (much). */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** What "at once" means for input that is refused: 100 ms on an idle machine, with room for one that is not. */
export const AT_ONCE = 300;
