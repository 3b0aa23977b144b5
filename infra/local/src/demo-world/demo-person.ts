import type { Gender, Interest, Locale, PromptAnswer, Sexuality } from '@heartline/contracts';
import type { Country, Region } from './places.ts';
import type { Traits } from './traits.ts';

/** Accounts with a part to play: two people ready to chat and one account for each state. */
export type NamedRole = 'chat' | 'free' | 'premium' | 'zero-credits' | 'unconfirmed' | 'blocked';

/**
 * One member of the demo world, with the data for account, profile, ledger grant and gallery.
 * No member is a real person. Times are ISO strings in UTC, `dateOfBirth` is a plain `YYYY-MM-DD`.
 */
export type DemoPerson = Traits & {
  /** Stable and unique, such as `demo-007`; the pictures are drawn from it. */
  key: string;
  email: string;
  /** `member` for the crowd; the others are the accounts of the hub's one-click sign-in. */
  role: 'member' | NamedRole;
  status: 'active' | 'not_confirmed' | 'blocked';
  /** Username, unique over the world. */
  name: string;
  gender: Gender;
  sexuality: Sexuality;
  dateOfBirth: string;
  /** Whole years on the `today` the world was made for. */
  age: number;
  country: Country;
  region: Region;
  city: string;
  /** Language of the account and of `about`. */
  language: Locale;
  /** All languages the member speaks, the own one first. */
  speaks: Locale[];
  about: string;
  /** Answers to up to three prompts, in the same language. */
  prompts: PromptAnswer[];
  interests: Interest[];
  fictional: boolean;
  premium: boolean;
  /** Credits to grant at the start. */
  credits: number;
  createdAt: string;
  lastActiveAt: string;
  /** Number of pictures in the gallery, 3 to 8; the first is the main one. */
  pictureCount: number;
};
