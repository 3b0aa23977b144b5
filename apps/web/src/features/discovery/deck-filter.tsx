import { searchFieldsOf } from '@heartline/domain';
import { useSettings } from '../../client/session.ts';
import type { changeSearch, MemberSearch } from './member-search.ts';
import { FictionalFilter, GenderFilter } from './shared-filters.tsx';

interface DeckFilterProps {
  search: Pick<MemberSearch, 'gender' | 'fictional'>;
  /** Gets the change alone; the page applies it to the current search. A second press may come before a render. */
  onChange: (change: Parameters<typeof changeSearch>[1]) => void;
  /** Shows the gender filter, for visitors whose preference is not known. */
  hasGender?: boolean;
}

/** The filters of a card deck. They are in the address, as those of a search. */
export function DeckFilter({ search, onChange, hasGender }: DeckFilterProps) {
  const settings = useSettings();
  return (
    <div className="mx-auto mt-8 grid w-full max-w-[400px] gap-3">
      {hasGender && searchFieldsOf(settings).includes('gender') && (
        <GenderFilter value={search.gender} onChange={(gender) => onChange({ gender })} />
      )}
      <FictionalFilter value={search.fictional} onChange={(fictional) => onChange({ fictional })} />
    </div>
  );
}
