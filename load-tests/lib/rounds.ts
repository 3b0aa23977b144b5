/**
 * The member who does action `index`. Members are in pairs, and the two gateways take them alternately. Everyone acts
 * in the same order:
 * - The members of a pair act half a round apart. Otherwise they would write to one conversation at the same moment and
 *   race for every row, as real members do not.
 * - Consecutive actions go to different gateways.
 */
export function memberIndexOf(index: number, members: number): number {
  const pairs = Math.max(1, Math.floor(members / 2));
  const pair = index % pairs;
  const side = (Math.floor(index / pairs) + pair) % 2;
  return pair * 2 + side;
}
