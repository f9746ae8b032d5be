/** The first whole number below `most` at which something holds that holds at all after it; `most` where it never does. */
export function firstWhere(most: number, holds: (number: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
