import { Button, EmptyState, Page, PortraitCardSkeleton, PortraitGrid, widerThan } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Layers, SlidersHorizontal } from 'lucide-react';
import { Suspense, startTransition, useRef, useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { LoadFailure } from '../../client/load-failure.tsx';
import { useMedia } from '../../client/media.ts';
import { useUser } from '../../client/session.ts';
import { EndOfList } from '../../people/end-of-list.tsx';
import { MemberCard } from '../../people/member-card.tsx';
import { FilterChips } from './filter-chips.tsx';
import { basicSearch, type MemberSearch, parseMemberSearch } from './member-search.ts';
import { type ResultPage, type SearchState, useSearchState } from './search-state.ts';
import { SimilarMembers } from './similar-members.tsx';
import { clearResults, type useMembers } from './use-members.ts';

const FilterRail = lazyComponent(() => import('./filter-rail.tsx'), 'FilterRail');
const FilterSheet = lazyOverlay(() => import('./filter-sheet.tsx'), 'FilterSheet');

/** A fifth column beside the rail only on wider screens, so that names keep their room. */
const BESIDE_RAIL = 'xl:grid-cols-4! 2xl:grid-cols-5!';

/**
 * Member search, the home page of members, and of visitors on sites that allow it. The search is in the address: each
 * change is a history entry, and a reload or a link restores it.
 */
export function MembersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useSearch({
    from: '/default/members',
    // Other parameters of the address are not part of the search.
    select: parseMemberSearch,
    structuralSharing: true,
  });
  const isMember = useUser() !== null;
  const router = useRouter();
  const header = useRef<HTMLElement>(null);
  useFocusAfterRemoval(header);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isWide = useMedia(widerThan('xl'));
  const { members, similar, state } = useSearchState(search);
  useDocumentTitle(t`Members`);
  const setSearch = (next: MemberSearch) =>
    void navigate({ to: '/members', search: next, resetScroll: false });
  /** The rail may apply a delayed change as the page is left. It must not lead the member back. */
  const setIfHere = (next: MemberSearch) => router.latestLocation.pathname === '/members' && setSearch(next);
  const change = (to: (now: MemberSearch) => MemberSearch) =>
    void navigate({ to: '/members', search: (now) => to(parseMemberSearch(now)), resetScroll: false });
  const clear = () => {
    // The pressed control goes, and would take the focus with it.
    header.current?.querySelector('h1')?.focus({ preventScroll: true });
    clearResults();
    setSearch({});
  };
  const { numResults: count } = state;
  return (
    <Page className="min-h-dvh grow xl:grid xl:grid-cols-[18rem_minmax(0,1fr)] xl:gap-x-10">
      <aside className="max-xl:hidden" aria-label={t`Filters`}>
        <div className="sticky top-[calc(var(--bar-height)+32px)] -mx-2 max-h-[calc(100dvh-var(--bar-height)-48px)] overflow-y-auto px-2 pb-4">
          <Suspense fallback={null}>
            {isWide && <FilterRail search={search} onChange={setIfHere} onClear={clear} />}
          </Suspense>
        </div>
      </aside>
      <div className="min-w-0">
        <header ref={header} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-3">
          {/* On a line of its own where the total would otherwise move the buttons when it arrives. */}
          <h1 tabIndex={-1} className="title min-h-8 grow text-xl outline-none max-sm:w-full md:text-2xl">
            <span aria-live="polite">
              {count === undefined ? (
                <Trans>Members</Trans>
              ) : (
                <Plural value={count} one="# member" other="# members" />
              )}
            </span>
          </h1>
          <Button
            size="sm"
            href={`${isMember ? '/match-finder' : '/swipe-game'}${search.fictional ? '?fictional=no' : ''}`}
            icon={<Layers className="size-4" aria-hidden />}
          >
            {isMember ? <Trans>Match finder</Trans> : <Trans>Swipe game</Trans>}
          </Button>
          <Button
            className="xl:hidden"
            size="sm"
            icon={<SlidersHorizontal className="size-4" aria-hidden />}
            // The press is painted at once, the sheet a moment later.
            onPress={() => startTransition(() => setSheetOpen(true))}
            aria-haspopup="dialog"
          >
            <Trans>Filters</Trans>
          </Button>
          <FilterChips search={search} onChange={change} />
        </header>
        <Results {...{ members, state }} onReset={clear} onBasic={() => setSearch(basicSearch(search))} />
        {state.didInit && !members.hasNextPage && (
          <SimilarMembers similar={similar} state={state} className={BESIDE_RAIL} />
        )}
      </div>
      <Suspense fallback={null}>
        {isSheetOpen && (
          <FilterSheet search={search} onChange={setSearch} onClose={() => setSheetOpen(false)} />
        )}
      </Suspense>
    </Page>
  );
}

interface ResultsProps {
  members: ReturnType<typeof useMembers>;
  state: SearchState;
  onReset: () => void;
  /** Searches without the fields reserved for premium members. */
  onBasic: () => void;
}

function Results({ members, state, onReset, onBasic }: ResultsProps) {
  const { t } = useLingui();
  if (members.isPending) return <Places count={12} />;
  if (members.isError && !members.data) return <FailedSearch {...{ members, state, onBasic }} />;
  if (state.results.every((page) => page.results.length === 0)) {
    return (
      <EmptyState
        drawing="search"
        title={t`Nobody fits this search yet.`}
        action={<Button variant="primary" onPress={onReset}>{t`Search everywhere`}</Button>}
      >
        {t`A wider age range or a neighbouring region often helps.`}
      </EmptyState>
    );
  }
  return (
    <>
      <PortraitGrid className={BESIDE_RAIL}>
        <Cards pages={state.results} />
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

/** The error, and members this page knows from earlier searches. */
function FailedSearch({ members, state, onBasic }: Omit<ResultsProps, 'onReset'>) {
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

function Cards({ pages }: { pages: readonly ResultPage[] }) {
  return pages
    .flatMap((page) => page.results)
    .map((profile, index) => <MemberCard key={profile.id} profile={profile} isFirst={index < 5} />);
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
