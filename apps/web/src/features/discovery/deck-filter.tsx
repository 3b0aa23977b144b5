import { searchFieldsOf } from '@heartline/domain';
import { useSettings } from '../../client/session.ts';
import type { changeSearch, MemberSearch } from './member-search.ts';
import { FictionalFilter, GenderFilter } from './shared-filters.tsx';

interface DeckFilterProps {
  search: Pick<MemberSearch, 'gender' | 'fictional'>;
  /** What changes; of the search as it is by then, since a second press may come before the first was drawn. */
  onChange: (change: Parameters<typeof changeSearch>[1]) => void;
  /** Where nobody is known who asks, they say whom they want to see. */
  hasGender?: boolean;
}

/** What may be left out of a deck of cards. Like a search it stands in the address. */
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
