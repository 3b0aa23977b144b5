import { searchFieldsOf } from '@heartline/domain';
import { useSettings } from '../../client/session.ts';
import { changeSearch, type MemberSearch } from './member-search.ts';
import { FictionalFilter, GenderFilter } from './shared-filters.tsx';

export type DeckSearch = Pick<MemberSearch, 'gender' | 'fictional'>;

interface DeckFilterProps<S extends DeckSearch> {
  search: S;
  onChange: (search: S) => void;
  /** Where nobody is known who asks, they say whom they want to see. */
  hasGender?: boolean;
}

/** What may be left out of a deck of cards. Like a search it stands in the address. */
export function DeckFilter<S extends DeckSearch>({ search, onChange, hasGender }: DeckFilterProps<S>) {
  const settings = useSettings();
  const set = (change: Parameters<typeof changeSearch>[1]) => onChange(changeSearch(search, change) as S);
  return (
    <div className="mx-auto mt-8 grid w-full max-w-[400px] gap-3">
      {hasGender && searchFieldsOf(settings).includes('gender') && (
        <GenderFilter value={search.gender} onChange={(gender) => set({ gender })} />
      )}
      <FictionalFilter value={search.fictional} onChange={(fictional) => set({ fictional })} />
    </div>
  );
}
