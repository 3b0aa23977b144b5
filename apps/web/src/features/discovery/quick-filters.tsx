import { ToggleChip } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { changeSearch, type MemberSearch } from './member-search.ts';

interface QuickFiltersProps {
  search: MemberSearch;
  onChange: (change: (now: MemberSearch) => MemberSearch) => void;
}

/** Filters of one press. */
export function QuickFilters({ search, onChange }: QuickFiltersProps) {
  const { t } = useLingui();
  const filters = [
    ['active_now', t`Active now`],
    ['new_here', t`New here`],
  ] as const;
  return filters.map(([flag, label]) => (
    <ToggleChip
      key={flag}
      isSelected={search[flag] === 1}
      onChange={(isOn) => onChange((now) => changeSearch(now, { [flag]: isOn ? 1 : undefined }))}
    >
      {label}
    </ToggleChip>
  ));
}
