import { ADVANCED_SEARCH_FIELDS, SEARCH_INTERESTS_LIMIT } from '@heartline/contracts';
import { searchFieldsOf } from '@heartline/domain';
import { Button, Chip, SelectField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { interestsQuery } from '../../client/interests-query.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { useChoiceLabels } from './filter-labels.ts';
import { CHOICES, type ChoiceField, changeSearch, interestsOf, type MemberSearch } from './member-search.ts';

interface AdvancedFiltersProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

const ANY = 'any';

/** Filters of premium members. Others see them disabled, with the reason. */
export function AdvancedFilters({ search, onChange }: AdvancedFiltersProps) {
  const { t } = useLingui();
  const { label, word } = useChoiceLabels();
  const offered = searchFieldsOf(useSettings());
  const isPremium = useUser()?.paid_user ?? false;
  const fields = ADVANCED_SEARCH_FIELDS.filter((field) => offered.includes(field));
  if (fields.length === 0) return null;
  const choices = fields.filter((field): field is ChoiceField & typeof field => field !== 'interests');
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">
        <Trans>More filters</Trans>
      </legend>
      {!isPremium && (
        <div className="grid justify-items-start gap-3 rounded-card bg-sunk p-4">
          <p className="flex gap-2.5 text-sm">
            <Lock className="mt-0.5 size-4 shrink-0 text-ink-2" aria-hidden />
            <Trans>This feature is only available for premium members.</Trans>
          </p>
          <Button size="sm" href="/premium">
            <Trans>Get Premium</Trans>
          </Button>
        </div>
      )}
      {choices.map((field) => (
        <SelectField
          key={field}
          label={label(field)}
          isCompact
          isDisabled={!isPremium}
          value={search[field] ?? ANY}
          onChange={(value) => onChange(changeSearch(search, { [field]: value === ANY ? undefined : value }))}
          options={[
            { value: ANY, label: t`Does not matter` },
            ...CHOICES[field].map((value) => ({ value, label: word(field, value) })),
          ]}
        />
      ))}
      {fields.includes('interests') && <InterestsFilter {...{ search, onChange }} isDisabled={!isPremium} />}
    </fieldset>
  );
}

/** Interests added one by one; a member with any of them matches. */
function InterestsFilter({ search, onChange, isDisabled }: AdvancedFiltersProps & { isDisabled: boolean }) {
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
        description={t`Somebody with any of them fits.`}
        isCompact
        isDisabled={isDisabled || chosen.length >= SEARCH_INTERESTS_LIMIT}
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
