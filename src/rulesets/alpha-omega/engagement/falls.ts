/**
 * E-05: so many shots of each gun on each soldier of the line, `each` at a time, round and round.
 * @param barrel the gun of each shot, 0 to `guns` - 1
 * @param falls by place in the line and gun, `[place * guns + gun]`: is written
 */
export function deal(
  barrel: Int32Array,
  falls: Int32Array,
  each: number,
  guns: number,
  shots: number,
  targets: number,
): void {
  if (guns === 1) {
    const round = each * targets;
    const whole = Math.floor(shots / round) * each;
    const rest = shots % round;
    for (let j = 0; j < targets; j++) falls[j] = whole + Math.min(each, Math.max(0, rest - j * each));
    return;
  }
  falls.fill(0, 0, targets * guns);
  let place = 0;
  let given = 0;
  for (let s = 0; s < shots; s++) {
    const at = place * guns + barrel[s]!;
    falls[at] = falls[at]! + 1;
    if (++given < each) continue;
    given = 0;
    place = place + 1 < targets ? place + 1 : 0;
  }
}
