import { PortraitGrid } from '@heartline/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { EndOfList } from '../../people/end-of-list.tsx';
import { MemberCard } from '../../people/member-card.tsx';
import { PeopleList } from '../../people/people-list.tsx';
import type { SearchState } from './search-state.ts';
import type { useSimilarMembers } from './use-members.ts';

interface SimilarMembersProps {
  similar: ReturnType<typeof useSimilarMembers>;
  state: SearchState;
  className: string;
}

/** Members who nearly match the search, under those who do. */
export function SimilarMembers({ similar, state, className }: SimilarMembersProps) {
  const { similar_numResults: count } = state;
  if (!count) return null;
  const people = state.similar_results.flatMap((page) => page.results);
  return (
    <section aria-labelledby="similar" className="mt-10 border-t border-line pt-8">
      <h2 id="similar" className="title text-lg">
        <Plural value={count} one="# close match" other="# close matches" />
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        <Trans>
          A few years younger or older, from elsewhere in the country, or without one of your filters.
        </Trans>
      </p>
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
