import type { Gender } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SEXUALITY_WORDS } from '../../people/sexuality-words.ts';
import {
  BODY_TYPE_WORDS,
  EYE_COLOR_WORDS,
  HAIR_COLOR_WORDS,
  REASON_WORDS,
  RELATIONSHIP_WORDS,
  TATTOO_WORDS,
} from '../../people/trait-words.ts';
import type { ChoiceField } from './member-search.ts';

export const GENDER_WORDS: Record<Gender, MessageDescriptor> = {
  female: msg`Women`,
  male: msg`Men`,
};

const WORDS: Record<ChoiceField, Partial<Record<string, MessageDescriptor>>> = {
  gender: GENDER_WORDS,
  sexuality: SEXUALITY_WORDS,
  relationship_status: RELATIONSHIP_WORDS,
  reason: REASON_WORDS,
  body_type: BODY_TYPE_WORDS,
  hair_color: HAIR_COLOR_WORDS,
  eye_color: EYE_COLOR_WORDS,
  tattoos: TATTOO_WORDS,
};

/** Says a choice, and what is chosen among. */
export function useChoiceWords() {
  const { t, i18n } = useLingui();
  const labels: Record<ChoiceField, string> = {
    gender: t`Gender`,
    sexuality: t`Sexuality`,
    relationship_status: t`Relationship`,
    reason: t`Here for`,
    body_type: t`Body type`,
    hair_color: t`Hair`,
    eye_color: t`Eyes`,
    tattoos: t`Tattoos`,
  };
  return {
    label: (field: ChoiceField) => labels[field],
    word: (field: ChoiceField, value: string) => {
      const words = WORDS[field][value];
      return words ? i18n._(words) : value;
    },
  };
}
