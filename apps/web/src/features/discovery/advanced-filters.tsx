import { ADVANCED_SEARCH_FIELDS } from '@heartline/contracts';
import { searchFieldsOf } from '@heartline/domain';
import { Button, SelectField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Sparkle } from 'lucide-react';
import { useSettings, useUser } from '../../client/session.ts';
import { FilterGroup } from './filter-group.tsx';
import { useChoiceLabels } from './filter-labels.ts';
import { InterestsFilter } from './interests-filter.tsx';
import { CHOICES, type ChoiceField, changeSearch, interestsOf, type MemberSearch } from './member-search.ts';

interface AdvancedFiltersProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

const ANY = 'any';
const LOOKS = ['body_type', 'hair_color', 'eye_color', 'tattoos'] as const satisfies ChoiceField[];
const LIFESTYLE = ['reason', 'relationship_status', 'sexuality'] as const satisfies ChoiceField[];

/** Filters of premium members in three groups. Other members see one line that says what Premium adds. */
export function AdvancedFilters({ search, onChange }: AdvancedFiltersProps) {
  const { t } = useLingui();
  const offered = new Set<string>(searchFieldsOf(useSettings()));
  const isPremium = useUser()?.paid_user ?? false;
  if (!ADVANCED_SEARCH_FIELDS.some((field) => offered.has(field))) return null;
  if (!isPremium) return <PremiumLine />;
  const choices = (fields: readonly ChoiceField[]) => (
    <Choices fields={fields.filter((field) => offered.has(field))} {...{ search, onChange }} />
  );
  const used = (fields: readonly ChoiceField[]) => fields.filter((field) => search[field]).length;
  const hasAny = (fields: readonly ChoiceField[]) => fields.some((field) => offered.has(field));
  return (
    <div className="grid border-y border-line divide-y divide-line">
      {hasAny(LOOKS) && (
        <FilterGroup title={t`Looks`} used={used(LOOKS)}>
          {choices(LOOKS)}
        </FilterGroup>
      )}
      {hasAny(LIFESTYLE) && (
        <FilterGroup title={t`Lifestyle`} used={used(LIFESTYLE)}>
          {choices(LIFESTYLE)}
        </FilterGroup>
      )}
      {offered.has('interests') && (
        <FilterGroup title={t`Interests`} used={interestsOf(search.interests).length}>
          <InterestsFilter {...{ search, onChange }} />
        </FilterGroup>
      )}
    </div>
  );
}

function PremiumLine() {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-sunk p-4">
      <p className="flex gap-2.5 text-sm">
        <Sparkle className="mt-0.5 size-4 shrink-0 text-pulse" aria-hidden />
        <Trans>Filter by looks, lifestyle and interests with Premium</Trans>
      </p>
      <Button size="sm" href="/premium">
        <Trans>Get Premium</Trans>
      </Button>
    </div>
  );
}

interface ChoicesProps extends AdvancedFiltersProps {
  fields: readonly ChoiceField[];
}

function Choices({ fields, search, onChange }: ChoicesProps) {
  const { t } = useLingui();
  const { label, word } = useChoiceLabels();
  return fields.map((field) => (
    <SelectField
      key={field}
      label={label(field)}
      isCompact
      value={search[field] ?? ANY}
      onChange={(value) => onChange(changeSearch(search, { [field]: value === ANY ? undefined : value }))}
      options={[
        { value: ANY, label: t`Any` },
        ...CHOICES[field].map((value) => ({ value, label: word(field, value) })),
      ]}
    />
  ));
}
