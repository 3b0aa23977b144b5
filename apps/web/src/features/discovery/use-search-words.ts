import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { GENDER_LABELS } from './filter-labels.ts';
import type { MemberSearch } from './member-search.ts';

/** The basic filters of a search in words; undefined where it has no limit. */
export function useSearchWords(search: MemberSearch) {
  const { t, i18n } = useLingui();
  const { min_age: youngest } = useSettings();
  const countryName = useCountryName();
  const regions = useQuery(regionsQuery).data;
  const { gender, country, countryregion: code, min_age: from, max_age: to } = search;
  const low = from ?? youngest;
  const ages = to === undefined ? t`${low} and older` : low === to ? String(low) : `${low}–${to}`;
  const regionName = regions?.find((one) => one.country === country && one.code === code)?.name;
  return {
    gender: gender && i18n._(GENDER_LABELS[gender]),
    ages: from === undefined && to === undefined ? undefined : ages,
    country: country && countryName(country),
    region: code && (regionName ?? code),
  };
}
