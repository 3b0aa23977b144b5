import type { Gender } from '@heartline/contracts';
import { RadioGroup, Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import { GENDER_LABELS } from './filter-labels.ts';
import type { MemberSearch } from './member-search.ts';

interface FilterProps<F extends keyof MemberSearch> {
  value: MemberSearch[F];
  onChange: (value: MemberSearch[F]) => void;
}

/** The gender filter of a search or a card deck. */
export function GenderFilter({ value, onChange }: FilterProps<'gender'>) {
  const { t, i18n } = useLingui();
  return (
    <RadioGroup<Gender | 'all'>
      label={t`Show me`}
      isCompact
      value={value ?? 'all'}
      onChange={(gender) => onChange(gender === 'all' ? undefined : gender)}
      options={[
        { value: 'all', label: t`Everyone` },
        { value: 'female', label: i18n._(GENDER_LABELS.female) },
        { value: 'male', label: i18n._(GENDER_LABELS.male) },
      ]}
    />
  );
}

/** The switch that excludes fictional profiles, on sites that have some. */
export function FictionalFilter({ value, onChange }: FilterProps<'fictional'>) {
  const { t } = useLingui();
  if (!useSettings().fictional_warning) return null;
  return (
    <Switch
      label={t`Fictional profiles`}
      description={t`They’re always labelled. Turn off to see real people only.`}
      value={value !== 'no'}
      onChange={(isShown) => onChange(isShown ? undefined : 'no')}
    />
  );
}
