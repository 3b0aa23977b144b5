import { SelectField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../client/language.ts';
import { regionsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { useRegionLabel } from '../../people/region-label.ts';
import { type SignUpFieldProps, useFieldProps } from './use-field-props.ts';

export function CountryField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { countries } = useSettings();
  const countryName = useCountryName();
  const { compare } = new Intl.Collator(useLocale());
  const { answers, answer } = props.form;
  return (
    <SelectField
      {...useFieldProps(props)}
      label={t`Country`}
      autoComplete="country"
      placeholder={t`Choose a country`}
      value={answers.country}
      onChange={(country) => answer({ country })}
      options={countries
        .map((value) => ({ value, label: countryName(value) }))
        .sort((a, b) => compare(a.label, b.label))}
    />
  );
}

/** Province, state, canton, voivodeship or region, depending on the country. */
export function RegionField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const regionWord = useRegionLabel();
  const regions = useQuery(regionsQuery).data ?? [];
  const { answers, answer } = props.form;
  return (
    <SelectField
      {...useFieldProps(props)}
      label={regionWord(answers.country)}
      placeholder={answers.country ? t`Choose…` : t`Choose a country first`}
      isDisabled={!answers.country}
      value={answers.region}
      onChange={(region) => answer({ region })}
      options={regions
        .filter((region) => region.country === answers.country)
        .map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
