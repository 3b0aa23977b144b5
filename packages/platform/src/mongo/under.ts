/**
 * Filter for ids or keys with this name and a colon as prefix, such as `<member>:<conversation>` of one member. They
 * are adjacent, so this is an index range.
 */
export function under(name: string): { $gte: string; $lt: string } {
  // `;` follows `:` in the character order.
  return { $gte: `${name}:`, $lt: `${name};` };
}
