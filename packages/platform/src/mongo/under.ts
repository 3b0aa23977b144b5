/**
 * Ids or keys that begin with a name and a colon, such as `<member>:<conversation>` of one member. They stand together,
 * so this is a range of their index.
 */
export function under(name: string): { $gte: string; $lt: string } {
  // `;` follows `:`.
  return { $gte: `${name}:`, $lt: `${name};` };
}
