import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { FilterFields } from './filter-fields.tsx';
import type { MemberSearch } from './member-search.ts';
import { useMemberCount, useSettled } from './use-members.ts';

interface FilterRailProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

/** Filters beside the results on wide screens. Each change searches at once, and the count follows a dragged thumb. */
export function FilterRail({ search, onChange }: FilterRailProps) {
  const [draft, setDraft] = useDraft(search);
  const isDragged = draft !== search;
  const count = useMemberCount(useSettled(draft), isDragged);
  const commit = (next: MemberSearch) => {
    setDraft(next);
    onChange(next);
  };
  return (
    <div className="grid gap-5">
      <FilterFields search={draft} onDrag={setDraft} onChange={commit} />
      <output className="tabular min-h-5 text-right text-sm text-ink-2">
        {isDragged && count !== undefined && <Plural value={count} one="# member" other="# members" />}
      </output>
    </div>
  );
}

/** The dragged value, until it is in the address. A change of the address from outside replaces it. */
function useDraft(search: MemberSearch) {
  const [state, setState] = useState({ search, draft: search });
  const draft = state.search === search ? state.draft : search;
  return [draft, (next: MemberSearch) => setState({ search, draft: next })] as const;
}
