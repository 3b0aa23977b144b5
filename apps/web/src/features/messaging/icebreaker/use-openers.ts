import type { Interest, ProfileCard, PromptAnswer } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useMember } from '../../../client/session.ts';
import { INTEREST_LABELS } from '../../../people/interest-labels.ts';
import { useRegionName } from '../../../people/place.ts';
import { useQuestions } from '../../../people/questions.ts';
import { textExcerpt } from '../outbox/text-excerpt.ts';
import { INTEREST_OPENERS } from './interest-openers.ts';
import { openersFor } from './openers.ts';

/** A first line, and what both members share that it is about. */
export interface Opener {
  text: string;
  about?: string | undefined;
}

/** A profile, whole or as a card, which has one shared interest alone. */
export type OpenerPerson = Pick<
  ProfileCard,
  'id' | 'name' | 'fictional' | 'country' | 'region' | 'shared_interest'
> & {
  shared_interests?: readonly string[];
  prompts?: readonly PromptAnswer[];
};

/**
 * First lines for a member, in the language of the page: about shared interests, an answer of
 * theirs, the shared region, then open questions. `turn` counts the rounds of other ideas. Every line is true: it uses facts of both profiles alone.
 */
export function useOpeners(profile: OpenerPerson, turn = 0): Opener[] {
  const { i18n } = useLingui();
  const shared = useSharedOpeners(profile);
  const open = openersFor(profile.id, turn).map((opener) => ({ text: i18n._(opener) }));
  return turn === 0 ? [...shared, ...open] : open;
}

/** True if the member wrote words of their own, which no opener may replace. One who tries a chip may try the next. */
export const isOwnText = (text: string, openers: readonly Opener[]): boolean =>
  text !== '' && !openers.some((opener) => opener.text === text);

function useSharedOpeners(profile: OpenerPerson): Opener[] {
  const { t, i18n } = useLingui();
  const me = useMember().profile;
  const regionName = useRegionName();
  const { shared_interest: first, shared_interests: all = first === null ? [] : [first] } = profile;
  const interests = all.flatMap((interest): Opener[] => {
    const opener = INTEREST_OPENERS[interest as Interest];
    if (!opener) return [];
    return [{ text: i18n._(opener), about: i18n._(INTEREST_LABELS[interest as Interest]) }];
  });
  // A fictional profile is nowhere, and nobody can meet there.
  const isNear = !profile.fictional && profile.country === me.country && profile.region === me.region;
  const place = isNear ? regionName(profile) : undefined;
  const ofPlace = place
    ? [{ text: t`We’re both in ${place}. What’s your favourite spot?`, about: place }]
    : [];
  const ofAnswer = useAnswerOpeners(profile.prompts ?? []);
  const [one = [], ...rest] = interests.map((opener) => [opener]);
  return [...one, ...ofAnswer, ...ofPlace, ...rest.flat()].slice(0, MOST_SHARED);
}

/** A line about the first answer on their profile. */
function useAnswerOpeners([first]: readonly PromptAnswer[]): Opener[] {
  const { t } = useLingui();
  const { questions } = useQuestions(first !== undefined);
  if (!first) return [];
  const answer = textExcerpt(first.answer);
  return [{ text: t`“${answer}”: tell me more about that.`, about: questions.get(first.key) }];
}

const MOST_SHARED = 3;
