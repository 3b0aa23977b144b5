import type { Locale } from '@heartline/contracts';
import { PUSH_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';

type Text = Parameters<typeof serverText>[1];

/** One thing said of `count` messages or likes: none of them, all of them or some of them of fictional profiles. */
interface NumberWords {
  all: Text;
  fictional: Text;
  mixed: Text;
}

/** Of messages that wait, and of likes that are new: by push and by mail. */
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

/** How many there are, and of them how many are of fictional profiles: said wherever a number stands for people. */
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
