import { Button } from '@heartline/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { Layers, SlidersHorizontal } from 'lucide-react';
import { type RefObject, startTransition } from 'react';
import { useUser } from '../../client/session.ts';
import { FilterChips } from './filter-chips.tsx';
import { changeSearch, type MemberSearch } from './member-search.ts';
import { QuickFilters } from './quick-filters.tsx';
import { SearchSummary } from './search-summary.tsx';
import { SortMenu } from './sort-menu.tsx';

interface MembersHeaderProps {
  ref: RefObject<HTMLElement | null>;
  /** Undefined until it is known. */
  search: MemberSearch | undefined;
  /** Number of results; undefined until the first answer. */
  count: number | undefined;
  onChange: (change: (now: MemberSearch) => MemberSearch) => void;
  onOpenFilters: () => void;
  onReset: (() => void) | undefined;
}

/** The total, what the search shows and how it is sorted, and the active filters. */
export function MembersHeader({ ref, search, count, onChange, onOpenFilters, onReset }: MembersHeaderProps) {
  const isMember = useUser() !== null;
  return (
    <header ref={ref} className="mb-5 grid gap-3">
      <div className="flex items-start gap-3">
        <h1 tabIndex={-1} className="title min-w-0 grow text-xl outline-none md:text-2xl">
          <span aria-live="polite">
            <Total count={count} isNear={search?.country !== undefined} />
          </span>
        </h1>
        {!isMember && <SwipeLink hasFictional={!search?.fictional} />}
      </div>
      {/* As high as its text before the search is known, so that nothing jumps. */}
      <div className="-mt-2 flex min-h-5.5 flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-2">
        {search && (
          <p>
            <SearchSummary search={search} />
          </p>
        )}
        {search && isMember && (
          <SortMenu value={search.sort} onChange={(sort) => onChange((now) => changeSearch(now, { sort }))} />
        )}
      </div>
      {/* On phones one line that scrolls sideways, so that filters do not push the results down. */}
      <div className="no-scrollbar fades-beyond -mx-[16px] -my-1.5 flex gap-2 overflow-x-auto px-[16px] py-1.5 md:flex-wrap">
        <Button
          className="shrink-0 rounded-full! xl:hidden"
          size="sm"
          icon={<SlidersHorizontal className="size-4" aria-hidden />}
          // The press is painted at once, the sheet a moment later.
          onPress={() => startTransition(onOpenFilters)}
          aria-haspopup="dialog"
        >
          <Trans>Filters</Trans>
        </Button>
        {isMember && (
          <>
            <QuickFilters search={search ?? {}} onChange={onChange} />
            <span className="my-2 w-px shrink-0 bg-line" />
          </>
        )}
        {search && <FilterChips search={search} onChange={onChange} />}
        {onReset && (
          <Button size="sm" variant="ghost" className="shrink-0" onPress={onReset}>
            <Trans>Reset</Trans>
          </Button>
        )}
      </div>
    </header>
  );
}

/** Leads visitors to the swipe game. Members have the match finder in their bar. */
function SwipeLink({ hasFictional }: { hasFictional: boolean }) {
  return (
    <Button
      className="shrink-0"
      size="sm"
      href={`/swipe-game${hasFictional ? '' : '?fictional=no'}`}
      icon={<Layers className="size-4" aria-hidden />}
    >
      <Trans>Swipe game</Trans>
    </Button>
  );
}

/** The number of results as the title of the page. */
function Total({ count, isNear }: { count: number | undefined; isNear: boolean }) {
  if (count === undefined) return <Trans>Members</Trans>;
  if (count > 0) return <Plural value={count} one="# member" other="# members" />;
  return isNear ? <Trans>No one near you yet</Trans> : <Trans>No one fits yet</Trans>;
}
