import { Page, widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useMedia } from '../../client/media.ts';
import { basicSearch, type MemberSearch, parseMemberSearch } from './member-search.ts';
import { MembersHeader } from './members-header.tsx';
import { BESIDE_RAIL, SearchResults } from './search-results.tsx';
import { useSearchState } from './search-state.ts';
import { SimilarMembers } from './similar-members.tsx';
import { clearResults } from './use-members.ts';

const FilterRail = lazyComponent(() => import('./filter-rail.tsx'), 'FilterRail');
const FilterSheet = lazyOverlay(() => import('./filter-sheet.tsx'), 'FilterSheet');

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
  return (
    <Page className="min-h-dvh grow xl:grid xl:grid-cols-[18rem_minmax(0,1fr)] xl:gap-x-10">
      <aside className="max-xl:hidden" aria-label={t`Filters`}>
        <div className="sticky top-[calc(var(--bar-height)+32px)] -mx-2 max-h-[calc(100dvh-var(--bar-height)-48px)] overflow-y-auto px-2 pb-4">
          <Suspense fallback={null}>{isWide && <FilterRail search={search} onChange={setIfHere} />}</Suspense>
        </div>
      </aside>
      <div className="min-w-0">
        <MembersHeader
          {...{ ref: header, search, count: state.numResults, onChange: change }}
          onOpenFilters={() => setSheetOpen(true)}
          onReset={Object.keys(search).length > 0 ? clear : undefined}
        />
        <SearchResults
          {...{ members, state, search }}
          onReset={clear}
          onBasic={() => setSearch(basicSearch(search))}
        />
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
