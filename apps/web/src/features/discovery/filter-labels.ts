import type { Gender } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SEXUALITY_LABELS } from '../../people/sexuality-labels.ts';
import {
  BODY_TYPE_LABELS,
  EYE_COLOR_LABELS,
  HAIR_COLOR_LABELS,
  REASON_LABELS,
  RELATIONSHIP_LABELS,
  TATTOO_LABELS,
} from '../../people/trait-labels.ts';
import type { ChoiceField } from './member-search.ts';

export const GENDER_LABELS: Record<Gender, MessageDescriptor> = {
  female: msg`Women`,
  male: msg`Men`,
};

const WORDS: Record<ChoiceField, Partial<Record<string, MessageDescriptor>>> = {
  gender: GENDER_LABELS,
  sexuality: SEXUALITY_LABELS,
  relationship_status: RELATIONSHIP_LABELS,
  reason: REASON_LABELS,
  body_type: BODY_TYPE_LABELS,
  hair_color: HAIR_COLOR_LABELS,
  eye_color: EYE_COLOR_LABELS,
  tattoos: TATTOO_LABELS,
};

/** The label of a choice, and of its field. */
export function useChoiceLabels() {
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
