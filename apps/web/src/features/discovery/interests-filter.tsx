import { SEARCH_INTERESTS_LIMIT } from '@heartline/contracts';
import { Chip, SelectField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { interestsQuery } from '../../client/interests-query.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { changeSearch, interestsOf, type MemberSearch } from './member-search.ts';

interface InterestsFilterProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

/** Interests added one by one; a member with any of them matches. */
export function InterestsFilter({ search, onChange }: InterestsFilterProps) {
  const { t, i18n } = useLingui();
  const known = useQuery(interestsQuery).data ?? [];
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place);
  const chosen = interestsOf(search.interests);
  const words = (interest: string) => {
    const text = INTEREST_LABELS[interest as keyof typeof INTEREST_LABELS];
    return text ? i18n._(text) : interest;
  };
  const set = (interests: string[]) =>
    onChange(changeSearch(search, { interests: interests.join(',') || undefined }));
  return (
    <div ref={place} className="grid gap-2.5">
      <SelectField
        label={t`Interests`}
        description={t`Matches any of these`}
        isCompact
        isDisabled={chosen.length >= SEARCH_INTERESTS_LIMIT}
        value=""
        placeholder={t`Add an interest`}
        onChange={(interest) => set([...chosen, interest])}
        options={known
          .filter((interest) => !chosen.includes(interest))
          .map((value) => ({ value, label: words(value) }))
          .sort((a, b) => a.label.localeCompare(b.label, i18n.locale))}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((interest) => {
            const name = words(interest);
            return (
              <li key={interest}>
                <Chip
                  removeLabel={t`Remove filter: ${name}`}
                  onRemove={() => set(chosen.filter((one) => one !== interest))}
                >
                  {name}
                </Chip>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
