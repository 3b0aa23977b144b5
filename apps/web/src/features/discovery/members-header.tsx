import { Button } from '@heartline/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { Layers, SlidersHorizontal } from 'lucide-react';
import { type RefObject, startTransition } from 'react';
import { useUser } from '../../client/session.ts';
import { FilterChips } from './filter-chips.tsx';
import type { MemberSearch } from './member-search.ts';
import { SearchSummary } from './search-summary.tsx';

interface MembersHeaderProps {
  ref: RefObject<HTMLElement | null>;
  search: MemberSearch;
  /** Number of results; undefined until the first answer. */
  count: number | undefined;
  onChange: (change: (now: MemberSearch) => MemberSearch) => void;
  onOpenFilters: () => void;
  onReset: (() => void) | undefined;
}

/** The total, what the search shows in one line, and the active filters. */
export function MembersHeader({ ref, search, count, onChange, onOpenFilters, onReset }: MembersHeaderProps) {
  const isMember = useUser() !== null;
  return (
    <header ref={ref} className="mb-5 grid gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h1 tabIndex={-1} className="title text-xl outline-none md:text-2xl">
            <span aria-live="polite">
              {count === undefined ? (
                <Trans>Members</Trans>
              ) : (
                <Plural value={count} one="# member" other="# members" />
              )}
            </span>
          </h1>
          <p className="mt-0.5 text-base text-ink-2">
            <SearchSummary search={search} />
          </p>
        </div>
        <Button
          size="sm"
          href={`${isMember ? '/match-finder' : '/swipe-game'}${search.fictional ? '?fictional=no' : ''}`}
          icon={<Layers className="size-4" aria-hidden />}
        >
          {isMember ? <Trans>Match finder</Trans> : <Trans>Swipe game</Trans>}
        </Button>
      </div>
      {/* On phones one line that scrolls sideways, so that filters do not push the results down. */}
      <div className="no-scrollbar fades-beyond -mx-4 -my-1.5 flex gap-2 overflow-x-auto px-4 py-1.5 md:flex-wrap">
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
        <FilterChips search={search} onChange={onChange} />
        {onReset && (
          <Button size="sm" variant="ghost" className="shrink-0" onPress={onReset}>
            <Trans>Reset</Trans>
          </Button>
        )}
      </div>
    </header>
  );
}
