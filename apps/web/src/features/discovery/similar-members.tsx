import { PortraitGrid } from '@heartline/ui';
import { Plural } from '@lingui/react/macro';
import { EndOfList } from '../../people/end-of-list.tsx';
import { MemberCard } from '../../people/member-card.tsx';
import { PeopleList } from '../../people/people-list.tsx';
import type { MemberSearch } from './member-search.ts';
import type { SearchState } from './search-state.ts';
import type { useSimilarMembers } from './use-members.ts';
import { WidenButton } from './wider-search.tsx';

interface SimilarMembersProps {
  similar: ReturnType<typeof useSimilarMembers>;
  state: SearchState;
  search: MemberSearch;
  onSearch: (search: MemberSearch) => void;
  className: string;
}

/** The people of the next wider search, under those who fit this one, and the button that searches wider. */
export function SimilarMembers({ similar, state, search, onSearch, className }: SimilarMembersProps) {
  const { similar_numResults: found, numResults, wider } = state;
  const count = found || wider?.more;
  if (!count) return null;
  const people = state.similar_results.flatMap((page) => page.results);
  return (
    <section aria-labelledby="similar" className={numResults ? 'mt-10 border-t border-line pt-8' : undefined}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="similar" className="title text-lg">
          <Plural value={count} one="# close match" other="# close matches" />
        </h2>
        {wider && <WidenButton {...{ search, wider, onSearch }} isPrimary={numResults === 0} />}
      </div>
      <PeopleList people={people}>
        <PortraitGrid className={className}>
          {people.map((profile) => (
            <MemberCard key={profile.id} profile={profile} />
          ))}
        </PortraitGrid>
      </PeopleList>
      {similar.hasNextPage && (
        <EndOfList
          onReach={() => void similar.fetchNextPage()}
          isLoading={similar.isFetching}
          hasFailed={similar.isFetchNextPageError}
        />
      )}
    </section>
  );
}
