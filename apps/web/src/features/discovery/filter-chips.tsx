import { Chip } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { INTEREST_WORDS } from '../../people/interest-words.ts';
import { useChoiceWords } from './filter-words.ts';
import { CHOICES, type ChoiceField, changeSearch, interestsOf, type MemberSearch } from './member-search.ts';

interface FilterChipsProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

/** The filters that hold, each removed with one press. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const { t } = useLingui();
  const chips = useChips(search);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t`Active filters`} className="flex w-full flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <Chip
            removeLabel={t`Remove filter: ${label}`}
            onRemove={() => onChange(changeSearch(search, without))}
          >
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

interface ActiveFilter {
  label: string;
  without: Parameters<typeof changeSearch>[1];
}

function useChips(search: MemberSearch): ActiveFilter[] {
  const { t, i18n } = useLingui();
  const countryName = useCountryName();
  const regions = useQuery(regionsQuery).data;
  const ages = useAgeWords(search);
  const { word } = useChoiceWords();
  const { country, countryregion: region, fictional } = search;
  const interests = interestsOf(search.interests);
  const choice = (field: ChoiceField): [string | undefined, ActiveFilter['without']] => {
    const value = search[field];
    return [value && word(field, value), { [field]: undefined }];
  };
  const regionName = regions?.find((entry) => entry.country === country && entry.code === region)?.name;
  const chips: [label: string | undefined, without: ActiveFilter['without']][] = [
    choice('gender'),
    [ages, { min_age: undefined, max_age: undefined }],
    [country && countryName(country), { country: undefined }],
    [region && (regionName ?? region), { countryregion: undefined }],
    ...Object.keys(CHOICES)
      .filter((field) => field !== 'gender')
      .map((field) => choice(field as ChoiceField)),
    ...interests.map((interest): (typeof chips)[number] => [
      i18n._(INTEREST_WORDS[interest as keyof typeof INTEREST_WORDS]),
      { interests: interests.filter((one) => one !== interest).join(',') || undefined },
    ]),
    [fictional && t`Without fictional profiles`, { fictional: undefined }],
  ];
  return chips.flatMap(([label, without]) => (label ? [{ label, without }] : []));
}

function useAgeWords({ min_age: from, max_age: to }: MemberSearch): string | undefined {
  const { t } = useLingui();
  const { min_age: youngest } = useSettings();
  if (from === undefined && to === undefined) return undefined;
  const low = from ?? youngest;
  return to === undefined ? t`${low} and older` : t`${low} to ${to}`;
}
