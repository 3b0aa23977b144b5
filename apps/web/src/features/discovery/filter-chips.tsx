import { fittingPairs } from '@heartline/domain';
import { Chip } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useUser } from '../../client/session.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { useChoiceLabels } from './filter-labels.ts';
import { CHOICES, type ChoiceField, changeSearch, interestsOf, type MemberSearch } from './member-search.ts';
import { useSearchWords } from './use-search-words.ts';

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
    <ul aria-label={t`Active filters`} className="contents">
      {chips.map(({ key, label, without: taken }) => (
        <li key={key} className="min-w-0 max-md:shrink-0">
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

/** The search that also finds people who could not like the member back. */
const withAnybody = (now: MemberSearch) => changeSearch(now, { fits: 'any' });

function useChips(search: MemberSearch): ActiveFilter[] {
  // Undefined for visitors, and when the search asks for people who could not like the member back.
  const fitting = fittingPairs(useUser()?.profile, search);
  const { t, i18n } = useLingui();
  const { gender, ages, country, region } = useSearchWords(search);
  const { label, word } = useChoiceLabels();
  const choice = (field: ChoiceField): Candidate => {
    const name = label(field);
    const value = search[field] && word(field, search[field]);
    // Brown hair and brown eyes would have the same text.
    return [field, value && t`${name}: ${value}`, without(field)];
  };
  const chips: Candidate[] = [
    ['gender', gender, without('gender')],
    ['age', ages, without('min_age', 'max_age')],
    ['country', country, without('country')],
    ['region', region, without('countryregion')],
    ['neighbours', search.neighbours && t`Countries with the same language`, without('neighbours')],
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
    ['fictional', search.fictional && t`Without fictional profiles`, without('fictional')],
    ['verified', search.verified && t`Verified`, without('verified')],
    ['fits', fitting && t`Could like you back`, withAnybody],
  ];
  return chips.flatMap(([key, words, taken]) => (words ? [{ key, label: words, without: taken }] : []));
}
