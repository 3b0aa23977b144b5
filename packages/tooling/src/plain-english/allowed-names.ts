/** Names that hold a word of `home-made-terms.ts` and stay, each with its reason. A name ends at its own end. */
export const ALLOWED_NAMES: { name: string; reason: string }[] = [
  { name: 'devHub', reason: 'the standard term of the table' },
  { name: 'dev-hub', reason: 'the standard term of the table' },
];
