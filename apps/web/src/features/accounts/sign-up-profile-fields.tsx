import {
  ABOUT_LENGTH,
  BODY_TYPES,
  CITY_LENGTH,
  EYE_COLORS,
  HAIR_COLORS,
  REASONS,
  RELATIONSHIP_STATUSES,
  TATTOOS,
} from '@heartline/contracts';
import { CheckboxField, SelectField, TextArea, TextField } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import {
  BODY_TYPE_LABELS,
  EYE_COLOR_LABELS,
  HAIR_COLOR_LABELS,
  REASON_LABELS,
  RELATIONSHIP_LABELS,
  TATTOO_LABELS,
} from '../../people/trait-labels.ts';
import { type SignUpFieldProps, useFieldProps } from './use-field-props.ts';

type Trait = 'hair_color' | 'eye_color' | 'body_type' | 'relationship_status' | 'tattoos' | 'reason';

/** The choices of each trait, in order, and their labels. */
const TRAITS: Record<Trait, [values: readonly string[], words: Partial<Record<string, MessageDescriptor>>]> =
  {
    hair_color: [HAIR_COLORS, HAIR_COLOR_LABELS],
    eye_color: [EYE_COLORS, EYE_COLOR_LABELS],
    body_type: [BODY_TYPES, BODY_TYPE_LABELS],
    relationship_status: [RELATIONSHIP_STATUSES, RELATIONSHIP_LABELS],
    tattoos: [TATTOOS, TATTOO_LABELS],
    reason: [REASONS, REASON_LABELS],
  };

/** One trait of a new profile. Leaving it open is allowed. */
export function TraitField(props: SignUpFieldProps) {
  const { t, i18n } = useLingui();
  const trait = props.field as Trait;
  const [values, words] = TRAITS[trait];
  const { answers, answer } = props.form;
  const labels: Record<Trait, string> = {
    hair_color: t`Hair`,
    eye_color: t`Eyes`,
    body_type: t`Body type`,
    relationship_status: t`Relationship`,
    tattoos: t`Tattoos`,
    reason: t({ context: 'about oneself', message: 'Here for' }),
  };
  return (
    <SelectField
      {...useFieldProps(props)}
      isCompact
      label={labels[trait]}
      value={answers[trait]}
      onChange={(value) => answer({ [trait]: value })}
      options={[
        { value: '', label: t`Choose…` },
        ...values.map((value) => ({ value, label: words[value] ? i18n._(words[value]) : value })),
      ]}
    />
  );
}

export function CityField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  return (
    <TextField
      {...useFieldProps(props)}
      label={t`City or town`}
      autoComplete="address-level2"
      maxLength={CITY_LENGTH}
      value={answers.city}
      onChange={(city) => answer({ city })}
      description={t`Optional. We never show anything more exact.`}
    />
  );
}

export function MessageField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  const { length } = answers.signup_message;
  return (
    <TextArea
      {...useFieldProps(props)}
      label={t`About me`}
      minRows={4}
      maxLength={ABOUT_LENGTH}
      value={answers.signup_message}
      onChange={(text) => answer({ signup_message: text })}
      counter={length > ABOUT_LENGTH / 2 ? `${length} / ${ABOUT_LENGTH}` : undefined}
      description={t`What makes you laugh? What’s a good Sunday like? Two sentences are plenty.`}
    />
  );
}

/** The consent to offers of partners. Asked on sites that have it, and off by default. */
export function PartnerOffersField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { member_resell: isAsked } = useSettings();
  const { answers, answer } = props.form;
  if (!isAsked) return null;
  return (
    <CheckboxField
      name={props.field}
      label={t`You may share my e-mail address with partners, who may send me offers. I can withdraw this at any time in my settings.`}
      value={answers.partner_offers === 'yes'}
      onChange={(agrees) => answer({ partner_offers: agrees ? 'yes' : '' })}
    />
  );
}
