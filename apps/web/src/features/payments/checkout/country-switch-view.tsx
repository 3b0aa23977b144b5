import type { Locale } from '@heartline/contracts';
import { SelectField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { displayNames } from '../../../people/display-names.ts';

export interface CountrySwitchProps {
  label: string;
  description?: string;
  /** The country that prices are shown for. */
  value: string;
  onChange: (country: string) => void;
}

/** Chooses one of these countries. Currency and ways to pay follow it. */
export function CountrySwitchView({
  countries,
  label,
  description,
  value,
  onChange,
}: CountrySwitchProps & { countries: readonly string[] }) {
  const { i18n } = useLingui();
  const names = displayNames(i18n.locale as Locale, 'region');
  const { compare } = new Intl.Collator(i18n.locale);
  const options = countries
    .map((country) => ({ value: country, label: names.of(country) ?? country }))
    .sort((a, b) => compare(a.label, b.label));
  return (
    <SelectField
      label={label}
      description={description}
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}
