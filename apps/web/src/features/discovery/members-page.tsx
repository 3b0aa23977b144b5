import { Button, classNames, EmptyState, Page, PortraitCardSkeleton, PortraitGrid } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useMedia } from '../../client/media.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { EndOfList } from './end-of-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { MemberSearch } from './member-search.ts';
import { useMembers } from './use-members.ts';

const FilterRail = lazy(async () => ({ default: (await import('./filter-rail.tsx')).FilterRail }));
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** Beside the rail a fifth column has room later, so that names keep theirs. */
const BESIDE_RAIL = 'xl:grid-cols-4! min-[1400px]:grid-cols-5!';

/** Search members, the logged-in home: the search stands in the address, so back, reload and a link bring it back. */
export function MembersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useSearch({ from: '/default/for-members/members' });
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isWide = useMedia('(width >= 1200px)');
  const members = useMembers(search);
  useDocumentTitle(t`Members`);
  const setSearch = (next: MemberSearch) =>
    void navigate({ to: '/members', search: next, replace: true, resetScroll: false });
  const count = members.data?.pages[0]?.numResults;
  return (
    <Page className="min-h-dvh grow xl:grid xl:grid-cols-[288px_minmax(0,1fr)] xl:gap-x-10">
      <aside className="max-xl:hidden" aria-label={t`Filters`}>
        <div className="sticky top-[88px]">
          <Suspense fallback={null}>{isWide && <FilterRail search={search} onChange={setSearch} />}</Suspense>
        </div>
      </aside>
      <div className="min-w-0">
        <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
          <h1 className="title min-h-8 grow text-xl md:text-2xl">
            <span aria-live="polite">
              {count === undefined ? (
                <Trans>Members</Trans>
              ) : (
                <Plural value={count} one="# member" other="# members" />
              )}
            </span>
          </h1>
          <Button
            className="xl:hidden"
            size="sm"
            icon={<SlidersHorizontal className="size-4" aria-hidden />}
            onPress={() => setSheetOpen(true)}
            aria-haspopup="dialog"
          >
            <Trans>Filters</Trans>
          </Button>
          <FilterChips search={search} onChange={setSearch} />
        </header>
        <Results members={members} onReset={() => setSearch({})} />
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
  onReset: () => void;
}

function Results({ members, onReset }: ResultsProps) {
  const { t } = useLingui();
  const say = useErrorMessage();
  if (members.isPending) return <Places count={12} />;
  if (members.isError && !members.data) {
    return (
      <EmptyState
        drawing="error"
        title={say(members.error)}
        action={<Button onPress={() => void members.refetch()}>{t`Try again`}</Button>}
      />
    );
  }
  const profiles = members.data.pages.flatMap((page) => page.results);
  if (profiles.length === 0) {
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
    <div
      className={classNames('transition-opacity duration-200', members.isPlaceholderData && 'opacity-60')}
      aria-busy={members.isPlaceholderData}
    >
      <PortraitGrid className={BESIDE_RAIL}>
        {profiles.map((profile, index) => (
          <MemberCard key={profile.id} profile={profile} isFirst={index < 5} />
        ))}
        {members.isFetchingNextPage && <Places count={5} isBare />}
      </PortraitGrid>
      {members.hasNextPage && (
        <EndOfList
          onReach={() => void members.fetchNextPage()}
          isLoading={members.isFetchingNextPage}
          hasFailed={members.isFetchNextPageError}
        />
      )}
    </div>
  );
}

/** Places held for cards to come. */
function Places({ count, isBare = false }: { count: number; isBare?: boolean }) {
  const places = Array.from({ length: count }, (_, index) => <PortraitCardSkeleton key={index} />);
  return isBare ? places : <PortraitGrid className={BESIDE_RAIL}>{places}</PortraitGrid>;
}
