import type { Chat } from '@heartline/contracts';
import { Button, EmptyState, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useListed } from './chats.ts';
import { ConversationFilters } from './conversation-filters.tsx';
import { ConversationSearch } from './conversation-search.tsx';
import { isFocusLost } from './focus-when-drawn.ts';
import { type Filter, filterChats, type NarrowFilter } from './list-filter.ts';
import { ListRow } from './list-row.tsx';
import { ConversationRows } from './list-rows.tsx';
import { NewMatches } from './new-matches/new-matches.tsx';
import { NoConversations } from './no-conversations.tsx';
import { useAllChats } from './older-chats.ts';
import { OutboxRow } from './outbox/outbox-row.tsx';
import { useListFocus } from './use-list-focus.ts';

interface ConversationListProps {
  /** The open conversation, and the other member in it. */
  current?: string | undefined;
  person?: string | undefined;
}

/**
 * The conversations, newest first, below the new matches, below filters and a search of names and messages. Only visible rows are rendered,
 * and older pages load before the end is reached.
 */
export function ConversationList({ current, person }: ConversationListProps) {
  const { chats, hasMore, hasMuted, hasFailed, loadMore } = useAllChats();
  const [filter, setFilter] = useState<Filter>('all');
  const [question, setQuestion] = useState('');
  const asked = useDeferredValue(question.trim());
  // Beside an open conversation, that conversation has the main heading.
  const Title = current === undefined ? 'h1' : 'h2';
  const isSearching = asked !== '';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 px-5 pt-5">
        <Title className="title pb-3 text-xl">
          <Trans>Messages</Trans>
        </Title>
      </div>
      {!isSearching && <NewMatches current={person} />}
      <div className="shrink-0 px-5 pb-2">
        {chats && chats.length > 0 && (
          <ConversationFilters
            chats={chats}
            hasMuted={hasMuted}
            filter={filter}
            onFilter={setFilter}
            question={question}
            onQuestion={setQuestion}
          />
        )}
      </div>
      <OutboxRow besides={current} />
      <NoRows chats={chats} isBeside={current !== undefined} />
      {chats && isSearching && <ConversationSearch chats={chats} question={asked} current={current} />}
      {chats && chats.length > 0 && !isSearching && (
        <Rows
          key={filter}
          filter={filter}
          onAll={() => setFilter('all')}
          chats={filterChats(chats, filter, current)}
          current={current}
          hasMore={hasMore}
          hasFailed={hasFailed}
          loadMore={loadMore}
        />
      )}
    </div>
  );
}

interface RowsProps {
  filter: Filter;
  onAll: () => void;
  chats: readonly Chat[];
  current: string | undefined;
  hasMore: boolean;
  hasFailed: boolean;
  loadMore: () => void;
}

const ROW_PX = 74;
const LOAD_AHEAD_PX = 1_500;

function Rows({ filter, onAll, chats, current, hasMore, hasFailed, loadMore }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  useListed(chats);
  const { active, onKeyDown, onFocus } = useListFocus({ chats, current, list, scroller });
  const loadBeforeEnd = () => {
    const { current: shown } = list;
    if (!hasMore || hasFailed || !shown) return;
    if (shown.scrollSize - shown.scrollOffset - shown.viewportSize < LOAD_AHEAD_PX) loadMore();
  };
  const latest = useRef(loadBeforeEnd);
  latest.current = loadBeforeEnd;
  // A filter may leave fewer rows than fill the window, so older conversations load without a scroll.
  useEffect(() => {
    if (chats.length >= 0) latest.current();
  }, [chats]);
  if (filter !== 'all' && chats.length === 0 && !hasMore)
    return <NothingLeft filter={filter} onAll={onAll} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it keep their own keys
    <div ref={scroller} onKeyDown={onKeyDown} onFocus={onFocus} className="min-h-0 grow overflow-y-auto pb-4">
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        as={ConversationRows}
        item="li"
        data={chats}
        itemSize={ROW_PX}
        bufferSize={400}
        keepMounted={[active]}
        onScroll={loadBeforeEnd}
      >
        {(chat, index) => (
          <ListRow
            key={chat.conversation.id}
            chat={chat}
            isCurrent={chat.conversation.id === current}
            isStop={index === active}
            index={index}
          />
        )}
      </Virtualizer>
      {hasFailed && (
        <div className="px-5 py-3">
          <Button onPress={loadMore}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shown until the first conversations are loaded, and never again after that (S7-026). */
function ListSkeleton() {
  const { t } = useLingui();
  return (
    <div role="progressbar" aria-label={t`Loading your chats`} className="grid gap-0.5">
      {[64, 48, 72, 56, 40].map((width) => (
        <div key={width} className="mx-2 flex min-h-18 items-center gap-3 px-3">
          <Skeleton className="size-12 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-3.5 w-28" />
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-3" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shown in place of the list while it loads, and where it is empty. */
function NoRows({ chats, isBeside }: { chats: readonly Chat[] | undefined; isBeside: boolean }) {
  if (!chats) return <ListSkeleton />;
  return chats.length === 0 && <NoneListed isBeside={isBeside} />;
}

/** Shown beside an open conversation, so it is brief. On wide screens the page itself says the rest. */
function NoneListed({ isBeside }: { isBeside: boolean }) {
  if (!isBeside) return <NoConversations className="py-8 md:hidden" />;
  return (
    <p className="px-5 text-base text-ink-2">
      <Trans>No messages yet</Trans>
    </p>
  );
}

function NothingLeft({ filter, onAll }: { filter: NarrowFilter; onAll: () => void }) {
  const { t } = useLingui();
  const words: Record<NarrowFilter, string> = {
    unread: t`You’re all caught up`,
    real: t`No chats with real people yet`,
    muted: t`No muted chats`,
  };
  const place = useRef<HTMLDivElement>(null);
  // The last row may have taken the focus with it when it was removed.
  useEffect(() => {
    if (isFocusLost()) place.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={place}>
      <EmptyState
        drawing="inbox"
        title={words[filter]}
        action={
          <Button onPress={onAll}>
            <Trans>Show all chats</Trans>
          </Button>
        }
        className="py-8"
      />
    </div>
  );
}
