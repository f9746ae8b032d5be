/** What the terminal at hand can show; asked per stream. */
export interface Look {
  readonly colour: boolean;
  readonly width: number;
}

/** Colour only on a terminal that wants it: not with --no-color, NO_COLOR or TERM=dumb, nor off a TTY. */
export const lookOf = (stream: NodeJS.WriteStream, noColour: boolean): Look => ({
  colour: !noColour && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb",
  width: stream.isTTY ? Math.max(40, stream.columns ?? 80) : 100,
});

/** Data, to stdout; resolves when it is written, so that a process may exit. A reader that went away is no error. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== "EPIPE") reject(error);
      else resolve();
    });
  });

/** Messages and progress, to stderr. */
export const say = (text: string): void => {
  process.stderr.write(text);
};
