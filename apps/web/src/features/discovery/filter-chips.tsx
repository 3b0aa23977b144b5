import { Chip } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { useChoiceLabels } from './filter-labels.ts';
import { CHOICES, type ChoiceField, changeSearch, interestsOf, type MemberSearch } from './member-search.ts';

interface FilterChipsProps {
  search: MemberSearch;
  /** Removes a filter from the current search: a second press may come before the first was rendered. */
  onChange: (change: (now: MemberSearch) => MemberSearch) => void;
}

/** The active filters. A press removes one. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const { t } = useLingui();
  const chips = useChips(search);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t`Active filters`} className="flex w-full flex-wrap gap-2">
      {chips.map(({ key, label, without: taken }) => (
        <li key={key} className="min-w-0">
          <Chip removeLabel={t`Remove filter: ${label}`} onRemove={() => onChange(taken)}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

interface ActiveFilter {
  /** The field, or the interest: two filters may have the same text. */
  key: string;
  label: string;
  without: (now: MemberSearch) => MemberSearch;
}

/** A filter that may be set: its key, its text, and the search without it. */
type Candidate = [key: string, words: string | undefined, taken: ActiveFilter['without']];

const without =
  (...fields: (keyof MemberSearch)[]) =>
  (now: MemberSearch) =>
    changeSearch(now, Object.fromEntries(fields.map((field) => [field, undefined])));

const withoutInterest = (interest: string) => (now: MemberSearch) =>
  changeSearch(now, {
    interests:
      interestsOf(now.interests)
        .filter((one) => one !== interest)
        .join(',') || undefined,
  });

function useChips(search: MemberSearch): ActiveFilter[] {
  const { t, i18n } = useLingui();
  const countryName = useCountryName();
  const regions = useQuery(regionsQuery).data;
  const ages = useAgeLabel(search);
  const { label, word } = useChoiceLabels();
  const { gender, country, countryregion: region, fictional } = search;
  const choice = (field: ChoiceField): Candidate => {
    const name = label(field);
    const value = search[field] && word(field, search[field]);
    // Brown hair and brown eyes would have the same text.
    return [field, value && t`${name}: ${value}`, without(field)];
  };
  const regionName = regions?.find((entry) => entry.country === country && entry.code === region)?.name;
  const chips: Candidate[] = [
    ['gender', gender && word('gender', gender), without('gender')],
    ['age', ages, without('min_age', 'max_age')],
    ['country', country && countryName(country), without('country')],
    ['region', region && (regionName ?? region), without('countryregion')],
    ...Object.keys(CHOICES)
      .filter((field) => field !== 'gender')
      .map((field) => choice(field as ChoiceField)),
    ...interestsOf(search.interests).map(
      (interest): Candidate => [
        `interest ${interest}`,
        i18n._(INTEREST_LABELS[interest as keyof typeof INTEREST_LABELS]),
        withoutInterest(interest),
      ],
    ),
    ['fictional', fictional && t`Without fictional profiles`, without('fictional')],
  ];
  return chips.flatMap(([key, words, taken]) => (words ? [{ key, label: words, without: taken }] : []));
}

function useAgeLabel({ min_age: from, max_age: to }: MemberSearch): string | undefined {
  const { t } = useLingui();
  const { min_age: youngest } = useSettings();
  if (from === undefined && to === undefined) return undefined;
  const low = from ?? youngest;
  return to === undefined ? t`${low} and older` : t`${low} to ${to}`;
}
