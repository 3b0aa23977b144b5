import {
  CHILDREN,
  DRINKING,
  HEIGHT_MAX,
  HEIGHT_MIN,
  OPT_IN_FIELDS,
  type ProfileField,
  RELIGIONS,
  SMOKING,
} from '@heartline/contracts';
import { SelectField } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../client/language.ts';
import { heightChoices, heightText } from '../../people/height.ts';
import {
  CHILDREN_LABELS,
  DRINKING_LABELS,
  RELIGION_LABELS,
  SMOKING_LABELS,
} from '../../people/trait-labels.ts';
import type { OwnProfileForm } from './own-profile-state.ts';
import { useShown } from './shown-fields.ts';

/** Names of the optional facts, here and on the profile. */
export const OPTIONAL_FACT_NAMES = {
  height: msg({ context: 'profile fact', message: 'Height' }),
  children: msg({ context: 'profile fact', message: 'Children' }),
  smoking: msg({ context: 'profile fact', message: 'Smoking' }),
  drinking: msg({ context: 'profile fact', message: 'Drinking' }),
  religion: msg({ context: 'profile fact', message: 'Religion' }),
} satisfies Partial<Record<ProfileField, MessageDescriptor>>;

type OptionalFact = keyof typeof OPTIONAL_FACT_NAMES;
const FACTS = Object.keys(OPTIONAL_FACT_NAMES) as OptionalFact[];

/** True if the site asks for any of them. */
export function useAsksOptionalFacts(): boolean {
  const { shows } = useShown();
  return FACTS.some((fact) => shows(fact));
}

/** Facts that a member may leave open. Nothing is chosen beforehand. */
export function OptionalFacts({ form: { profile, change } }: { form: OwnProfileForm }) {
  const { t, i18n } = useLingui();
  const { shows, noteOf } = useShown();
  const locale = useFormatLocale();
  const heights = heightChoices(HEIGHT_MIN, HEIGHT_MAX, locale, profile.height);
  const worded = (values: readonly string[], words: Partial<Record<string, MessageDescriptor>>) =>
    values.map((value) => ({ value, label: i18n._(words[value] ?? { id: value }) }));
  const options: Record<OptionalFact, { value: string; label: string }[]> = {
    height: heights.map((cm) => ({ value: String(cm), label: heightText(cm, locale) })),
    children: worded(CHILDREN, CHILDREN_LABELS),
    smoking: worded(SMOKING, SMOKING_LABELS),
    drinking: worded(DRINKING, DRINKING_LABELS),
    religion: worded(RELIGIONS, RELIGION_LABELS),
  };
  const publicNote = t`Optional. Everyone who can see your profile sees it. You can remove it at any time.`;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        <Trans>All optional. Leave any of these open.</Trans>
      </p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {FACTS.filter((fact) => shows(fact)).map((fact) => (
          <SelectField
            key={fact}
            label={i18n._(OPTIONAL_FACT_NAMES[fact])}
            name={fact}
            isCompact
            value={String(profile[fact] ?? '')}
            onChange={(value) =>
              change({ [fact]: value === '' ? null : fact === 'height' ? Number(value) : value })
            }
            options={[{ value: '', label: t`Choose…` }, ...options[fact]]}
            description={OPT_IN_FIELDS.includes(fact) ? publicNote : noteOf(fact)}
          />
        ))}
      </div>
    </div>
  );
}
