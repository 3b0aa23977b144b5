import { Button, EmptyState, PortraitCardSkeleton, PortraitGrid } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { EndOfList } from '../../people/end-of-list.tsx';
import { MemberCard } from '../../people/member-card.tsx';
import { PeopleList } from '../../people/people-list.tsx';
import { basicSearch, type MemberSearch } from './member-search.ts';
import type { ResultPage, SearchState } from './search-state.ts';
import type { useMembers } from './use-members.ts';
import { WidenButton } from './wider-search.tsx';

/** A fifth column beside the rail only on wider screens, so that names keep their room. */
export const BESIDE_RAIL = 'xl:grid-cols-4! 2xl:grid-cols-5!';

/** With so few results, the wider search is offered above them too; with fewer, it is in view below them. */
const FEW = { from: 3, to: 8 } as const;

interface SearchResultsProps {
  members: ReturnType<typeof useMembers>;
  state: SearchState;
  /** The search the answers belong to; undefined until it is known. */
  search: MemberSearch | undefined;
  onSearch: (search: MemberSearch) => void;
  onReset: (() => void) | undefined;
}

/** The found members, their placeholders, or why there are none. */
export function SearchResults({ members, state, search, onSearch, onReset }: SearchResultsProps) {
  if (members.isPending) return <Places count={12} />;
  if (members.isError && !members.data) {
    return <FailedSearch {...{ members, state }} onBasic={() => onSearch(basicSearch(search ?? {}))} />;
  }
  if (state.results.every((page) => page.results.length === 0)) {
    // The wider search and its people follow below.
    return state.wider ? null : <Nobody onReset={onReset} />;
  }
  return (
    <>
      {search && state.wider && isFew(state.numResults) && (
        <div className="mb-4">
          <WidenButton wider={state.wider} {...{ search, onSearch }} />
        </div>
      )}
      <PortraitGrid className={BESIDE_RAIL}>
        <Cards pages={state.results} query={keys.members(search)} />
        {members.isFetchingNextPage && <Places count={5} isBare />}
      </PortraitGrid>
      {members.hasNextPage && (
        <EndOfList
          onReach={() => void members.fetchNextPage()}
          isLoading={members.isFetching}
          hasFailed={members.isFetchNextPageError}
        />
      )}
    </>
  );
}

const isFew = (count = 0) => count >= FEW.from && count <= FEW.to;

/** The empty page: no search finds anybody, however wide. */
function Nobody({ onReset }: Pick<SearchResultsProps, 'onReset'>) {
  const { t } = useLingui();
  const isMember = useUser() !== null;
  const action = onReset ? (
    <Button variant="primary" onPress={onReset}>{t`Reset filters`}</Button>
  ) : (
    isMember && <Button variant="primary" href="/profile">{t`Complete your profile`}</Button>
  );
  return (
    <EmptyState drawing="search" title={t`No one matches your filters yet.`} action={action}>
      {t`Have another look in a few days.`}
    </EmptyState>
  );
}

interface FailedSearchProps extends Pick<SearchResultsProps, 'members' | 'state'> {
  /** Searches without the fields reserved for premium members. */
  onBasic: () => void;
}

/** The error, and members this page knows from earlier searches. */
function FailedSearch({ members, state, onBasic }: FailedSearchProps) {
  const { t } = useLingui();
  const known = state.otherCachedProfiles;
  const needsPremium = members.error instanceof ApiError && members.error.code === 'PREMIUM_REQUIRED';
  return (
    <>
      {needsPremium ? (
        <OnlyPremium error={members.error} onBasic={onBasic} />
      ) : (
        <LoadFailure error={members.error} onRetry={members.refetch} />
      )}
      {known.length > 0 && (
        <section aria-labelledby="known">
          <h2 id="known" className="title mb-4 text-lg">{t`Found earlier`}</h2>
          <PortraitGrid className={BESIDE_RAIL}>
            <Cards pages={[{ pageNumber: 1, results: known }]} />
          </PortraitGrid>
        </section>
      )}
    </>
  );
}

function OnlyPremium({ error, onBasic }: { error: unknown; onBasic: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  return (
    <EmptyState
      drawing="error"
      title={errorTextOf(error)}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="primary" href="/premium">{t`Get Premium`}</Button>
          <Button onPress={onBasic}>{t`Search without these filters`}</Button>
        </div>
      }
    />
  );
}

function Cards({ pages, query }: { pages: readonly ResultPage[]; query?: QueryKey }) {
  const people = pages.flatMap((page) => page.results);
  return (
    <PeopleList people={people} query={query}>
      {people.map((profile, index) => (
        <MemberCard key={profile.id} profile={profile} isFirst={index < 5} />
      ))}
    </PeopleList>
  );
}

/** Placeholders for cards to come; not visible when the answer arrives quickly. */
function Places({ count, isBare = false }: { count: number; isBare?: boolean }) {
  const places = Array.from({ length: count }, (_, index) => (
    <div
      key={index}
      className="animate-fade opacity-0 [animation-delay:120ms] [animation-fill-mode:forwards]"
    >
      <PortraitCardSkeleton />
    </div>
  ));
  return isBare ? places : <PortraitGrid className={BESIDE_RAIL}>{places}</PortraitGrid>;
}
