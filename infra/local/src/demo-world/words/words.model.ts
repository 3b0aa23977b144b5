/** Interests a text can speak about; a member whose words mention one also has it in the list. */
export const SPOKEN_INTERESTS = [
  'coffee',
  'music',
  'travelling',
  'cooking',
  'cycling',
  'hiking',
  'beach',
  'books',
  'concerts',
  'dogs',
  'gardening',
  'museums',
  'cinema',
  'dancing',
  'wine',
  'sex',
] as const;

export type SpokenInterest = (typeof SPOKEN_INTERESTS)[number];

/** The sentence pieces of one language, written by hand so that they fit any gender and age. */
export type Words = {
  female: readonly string[];
  male: readonly string[];
  openers: readonly string[];
  about: Readonly<Record<SpokenInterest, string>>;
  closers: readonly string[];
};
