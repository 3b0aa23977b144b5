import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FilterFields } from './filter-fields.tsx';
import type { MemberSearch } from './member-search.ts';

interface FilterRailProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

/** Filters beside the results on wide screens; each change searches at once. */
export function FilterRail({ search, onChange }: FilterRailProps) {
  const [draft, setDraft] = useDraft(search);
  const commit = (next: MemberSearch) => {
    setDraft(next);
    onChange(next);
  };
  return (
    <div className="grid gap-5">
      <FilterFields search={draft} onDrag={setDraft} onChange={commit} />
      {Object.keys(search).length > 0 && (
        <Button size="sm" variant="ghost" className="justify-self-start" onPress={() => commit({})}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  );
}

/** What is being dragged, until the address has it; a change of the address from outside replaces it. */
function useDraft(search: MemberSearch) {
  const [state, setState] = useState({ search, draft: search });
  const draft = state.search === search ? state.draft : search;
  return [draft, (next: MemberSearch) => setState({ search, draft: next })] as const;
}
