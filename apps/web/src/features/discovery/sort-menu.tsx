import type { SearchSort } from '@heartline/contracts';
import { Menu } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import { useSettings } from '../../client/session.ts';
import type { MemberSearch } from './member-search.ts';

interface SortMenuProps {
  value: MemberSearch['sort'];
  onChange: (sort: MemberSearch['sort']) => void;
}

/** The order of the results, and the menu that changes it. */
export function SortMenu({ value, onChange }: SortMenuProps) {
  const { t } = useLingui();
  const { visible_profile_fields: shown } = useSettings();
  const words: Record<SearchSort, string> = {
    active: t`Recently active`,
    new: t`New here`,
    interests: t`Most in common`,
  };
  const current = value ?? 'active';
  const name = words[current];
  // The server refuses an order by what its profiles do not show.
  const sorts: SearchSort[] = [
    'active',
    'new',
    ...(shown.includes('interests') ? ['interests' as const] : []),
  ];
  return (
    <Menu
      label={t`Sort by: ${name}`}
      align="start"
      items={sorts.map((sort) => ({
        id: sort,
        label: words[sort],
        isSelected: sort === current,
        onPress: () => onChange(sort === 'active' ? undefined : sort),
      }))}
      buttonClassName="target inline-flex items-center gap-1.5 rounded-sm font-medium text-ink hover:underline"
    >
      <ArrowDownWideNarrow className="size-4 text-ink-2" aria-hidden />
      {name}
      <ChevronDown className="size-4 text-ink-2" aria-hidden />
    </Menu>
  );
}
