import { SelectField } from '@heartline/ui';
import { useLocale } from '../../../client/language.ts';
import { useSettings } from '../../../client/session.ts';
import { useCountryName } from '../../../people/country-name.ts';

interface CountrySwitchProps {
  label: string;
  description?: string;
  /** The country that prices are shown for. */
  value: string;
  onChange: (country: string) => void;
}

/** Chooses a country of the site. Currency and ways to pay follow it. */
export function CountrySwitch({ label, description, value, onChange }: CountrySwitchProps) {
  const { countries } = useSettings();
  const nameOf = useCountryName();
  const { compare } = new Intl.Collator(useLocale());
  const options = countries
    .map((country) => ({ value: country, label: nameOf(country) }))
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
