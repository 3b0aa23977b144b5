import type { Locale } from '@heartline/contracts';
import { PUSH_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';

type Text = Parameters<typeof serverText>[1];

/** Texts about `count` messages or likes: none, all or some of them from fictional profiles. */
interface NumberWords {
  all: Text;
  fictional: Text;
  mixed: Text;
}

/** Texts of unread messages and new likes, for push and mail. */
export const UNREAD_WORDS: NumberWords = {
  all: PUSH_TEXTS.unread,
  fictional: PUSH_TEXTS.fictionalUnread,
  mixed: PUSH_TEXTS.mixedUnread,
};
export const LIKES_WORDS: NumberWords = {
  all: PUSH_TEXTS.likes,
  fictional: PUSH_TEXTS.fictionalLikes,
  mixed: PUSH_TEXTS.mixedLikes,
};

/**
 * The number, and how many of it are from fictional profiles: required wherever a number stands for people.
 */
export function numberText(
  language: Locale,
  words: NumberWords,
  items: readonly { profile: { fictional: boolean }; count?: number }[],
): string {
  const sum = (some: typeof items) => some.reduce((total, { count = 1 }) => total + count, 0);
  const count = sum(items);
  const fictional = sum(items.filter(({ profile }) => profile.fictional));
  if (fictional === 0) return serverText(language, words.all, { count });
  if (fictional === count) return serverText(language, words.fictional, { count });
  return serverText(language, words.mixed, { count, fictional });
}
