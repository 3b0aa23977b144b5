/**
 * Makes version 4 UUIDs. Takes the random part once from `random`, which k6 and Node both have, and counts up the rest.
 * In k6 drawing each id costs as much as sending the message.
 */
export function createClientIds(random: () => number = Math.random): () => string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = '89ab'.charAt(Math.floor(random() * 4));
  const start = `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-`;
  let count = 0;
  return () => start + (count++).toString(16).padStart(12, '0');
}
