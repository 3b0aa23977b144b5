/**
 * Whose turn action `index` is, among members who are two by two beside each other and are let in by two gateways in
 * turns. Everybody comes round in the same order; the two of a pair half a round apart, and neighbours in time by
 * different gateways. Next to each other they would write to one conversation in the same moment through two gateways
 * and race for every row of it, as people do not.
 */
export function turnOf(index: number, members: number): number {
  const pairs = Math.max(1, Math.floor(members / 2));
  const pair = index % pairs;
  const side = (Math.floor(index / pairs) + pair) % 2;
  return pair * 2 + side;
}
