import { searchFieldsOf } from '@heartline/domain';
import { AgeRange, SelectField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../client/language.ts';
import { regionsQuery } from '../../client/query.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { useRegionLabel } from '../../people/region-label.ts';
import { AdvancedFilters } from './advanced-filters.tsx';
import { changeSearch, type MemberSearch, OLDEST } from './member-search.ts';
import { OnlyFilters } from './only-filters.tsx';
import { FictionalFilter, GenderFilter } from './shared-filters.tsx';

interface FilterFieldsProps {
  search: MemberSearch;
  /** Runs while a thumb moves: the value is shown but not searched yet. */
  onDrag: (search: MemberSearch) => void;
  onChange: (search: MemberSearch) => void;
}

/** Gender, age, country and region, and whether fictional profiles are shown, as far as the site allows them. */
export function FilterFields({ search, onDrag, onChange }: FilterFieldsProps) {
  const settings = useSettings();
  const isMember = useUser() !== null;
  const offered = searchFieldsOf(settings);
  const has = (field: (typeof offered)[number]) => offered.includes(field);
  const set = (change: Parameters<typeof changeSearch>[1]) => onChange(changeSearch(search, change));
  return (
    <>
      {has('gender') && <GenderFilter value={search.gender} onChange={(gender) => set({ gender })} />}
      {has('min_age') && has('max_age') && <AgeFilter {...{ search, onDrag, onChange }} />}
      {has('country') && <PlaceFilter {...{ search, onChange }} />}
      {isMember && <OnlyFilters search={search} onChange={set} />}
      <FictionalFilter value={search.fictional} onChange={(fictional) => set({ fictional })} />
      {isMember && <AdvancedFilters {...{ search, onChange }} />}
    </>
  );
}

export function AgeFilter({ search, onDrag, onChange }: FilterFieldsProps) {
  const { t } = useLingui();
  const { min_age: youngest } = useSettings();
  const [from, to] = [search.min_age ?? youngest, search.max_age ?? OLDEST];
  const withAges = ([low, high]: [number, number]) =>
    changeSearch(search, {
      min_age: low > youngest ? low : undefined,
      max_age: high < OLDEST ? high : undefined,
    });
  return (
    <AgeRange
      label={t`Age`}
      value={[from, to]}
      onChange={(ages) => onDrag(withAges(ages))}
      onChangeEnd={(ages) => onChange(withAges(ages))}
      min={youngest}
      max={OLDEST}
      valueText={to === OLDEST ? t`${from} and older` : t`${from} to ${to}`}
      fromLabel={t`Youngest`}
      toLabel={t`Oldest`}
    />
  );
}

const EVERYWHERE = 'all';

function PlaceFilter({ search, onChange }: Pick<FilterFieldsProps, 'search' | 'onChange'>) {
  const { t } = useLingui();
  const settings = useSettings();
  const locale = useLocale();
  const countryName = useCountryName();
  const regionWord = useRegionLabel();
  const regions = useQuery(regionsQuery).data ?? [];
  const { compare } = new Intl.Collator(locale);
  const countries = settings.countries
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => compare(a.label, b.label));
  const { country } = search;
  const ofCountry = regions.filter((region) => region.country === country);
  const choice = (value: string) => (value === EVERYWHERE ? undefined : value);
  return (
    <div className="grid gap-4">
      <SelectField
        label={t`Country`}
        isCompact
        value={country ?? EVERYWHERE}
        onChange={(value) => onChange(changeSearch(search, { country: choice(value) }))}
        options={[{ value: EVERYWHERE, label: t`All countries` }, ...countries]}
      />
      {searchFieldsOf(settings).includes('countryregion') && (
        <SelectField
          label={regionWord(country)}
          isCompact
          isDisabled={!country}
          value={search.countryregion ?? EVERYWHERE}
          onChange={(value) => onChange(changeSearch(search, { countryregion: choice(value) }))}
          options={[
            {
              value: EVERYWHERE,
              label: country ? t`Anywhere` : t`Choose a country first`,
            },
            ...ofCountry.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
    </div>
  );
}
