import { Page, widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useMedia } from '../../client/media.ts';
import { MembersHeader } from './members-header.tsx';
import { BESIDE_RAIL, SearchResults } from './search-results.tsx';
import { useSearchState } from './search-state.ts';
import { SimilarMembers } from './similar-members.tsx';
import { usePageSearch } from './use-page-search.ts';

const FilterRail = lazyComponent(() => import('./filter-rail.tsx'), 'FilterRail');
const FilterSheet = lazyOverlay(() => import('./filter-sheet.tsx'), 'FilterSheet');

/** Member search, the home page of members, and of visitors on sites that allow it. */
export function MembersPage() {
  const { t } = useLingui();
  const header = useRef<HTMLElement>(null);
  useFocusAfterRemoval(header);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isWide = useMedia(widerThan('xl'));
  const { search, setSearch, setIfHere, change, reset } = usePageSearch();
  const { members, similar, state } = useSearchState(search);
  useDocumentTitle(t`Members`);
  const onReset =
    reset &&
    (() => {
      // The pressed control goes, and would take the focus with it.
      header.current?.querySelector('h1')?.focus({ preventScroll: true });
      reset();
    });
  return (
    <Page className="min-h-dvh grow xl:grid xl:grid-cols-[18rem_minmax(0,1fr)] xl:gap-x-10">
      <aside className="max-xl:hidden" aria-label={t`Filters`}>
        <div className="sticky top-[calc(var(--bar-height)+32px)] -mx-2 max-h-[calc(100dvh-var(--bar-height)-48px)] overflow-y-auto px-2 pb-4">
          <Suspense fallback={null}>
            {isWide && search && <FilterRail search={search} onChange={setIfHere} />}
          </Suspense>
        </div>
      </aside>
      <div className="min-w-0">
        <MembersHeader
          {...{ ref: header, search, count: state.numResults, onChange: change, onReset }}
          onOpenFilters={() => setSheetOpen(true)}
        />
        <SearchResults {...{ members, state, search, onReset }} onSearch={setSearch} />
        {search && state.didInit && !members.hasNextPage && (
          <SimilarMembers {...{ similar, state, search, onSearch: setSearch }} className={BESIDE_RAIL} />
        )}
      </div>
      <Suspense fallback={null}>
        {isSheetOpen && search && (
          <FilterSheet {...{ search, onReset }} onChange={setSearch} onClose={() => setSheetOpen(false)} />
        )}
      </Suspense>
    </Page>
  );
}
