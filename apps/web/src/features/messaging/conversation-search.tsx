import { type Chat, searchChats } from '@heartline/contracts';
import { searchTerms } from '@heartline/domain';
import { Button, EmptyState, Skeleton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { ConversationHits, resultsOf } from './conversation-hits.tsx';
import { chatsCalled } from './list-filter.ts';
import { ListRow } from './list-row.tsx';
import { useResultFocus } from './use-result-focus.ts';

interface ConversationSearchProps {
  chats: readonly Chat[];
  question: string;
  current: string | undefined;
}

const PAUSE_MS = 250;
/** Messages found before the search stops by itself and offers a button. */
const ENOUGH = 8;

/** Search results: members at once, then messages grouped by member, newest first. */
export function ConversationSearch({ chats, question, current }: ConversationSearchProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const found = useMessageHits(question);
  const hits = useMemo(() => found.data?.pages.flatMap((page) => page.hits) ?? [], [found.data]);
  const people = useMemo(() => {
    const here = chatsCalled(chats, question);
    const known = new Set(here.map((chat) => chat.conversation.id));
    const further = found.data?.pages[0]?.people.filter((chat) => !known.has(chat.conversation.id)) ?? [];
    return [...here, ...further];
  }, [chats, question, found.data]);
  const held = useMemo(() => {
    const further = found.data?.pages.flatMap((page) => page.chats) ?? [];
    return new Map([...further, ...chats].map((chat) => [chat.conversation.id, chat]));
  }, [chats, found.data]);
  const groups = [...Map.groupBy(hits, (hit) => hit.conversation)];
  const isSearching = found.isFetching || found.isPending;
  const focus = useResultFocus([
    ...people.map((chat) => chat.conversation.id),
    ...groups.flatMap(([conversation, of]) => (held.has(conversation) ? resultsOf(of) : [])),
  ]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the results in it are the stops
    <section
      aria-label={t`Search results`}
      tabIndex={-1}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      className="min-h-0 grow overflow-y-auto pb-4 focus-visible:-outline-offset-2"
    >
      <p role="status" className="sr-only">
        {!isSearching && <Outcome error={found.error} count={people.length + hits.length} />}
      </p>
      {people.length > 0 && (
        <>
          <Heading>{t`People`}</Heading>
          <ul>
            {people.map((chat, index) => (
              <li key={chat.conversation.id} data-result={chat.conversation.id}>
                <ListRow
                  chat={chat}
                  isCurrent={chat.conversation.id === current}
                  isStop={chat.conversation.id === focus.stop}
                  index={index}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {hits.length > 0 && (
        <>
          <Heading>{t`Messages`}</Heading>
          <ul>
            {groups.map(([conversation, of], index) => {
              const chat = held.get(conversation);
              return (
                chat && (
                  <li key={conversation}>
                    <ConversationHits
                      chat={chat}
                      hits={of}
                      question={question}
                      index={index}
                      stop={focus.stop}
                    />
                  </li>
                )
              );
            })}
          </ul>
        </>
      )}
      {found.error && <p className="px-5 py-3 text-danger">{errorTextOf(found.error)}</p>}
      {isSearching && <SearchSkeleton />}
      {(!isSearching || found.isFetchingNextPage) && <FurtherBack found={found} />}
      {!isSearching && !found.error && people.length + hits.length === 0 && (
        <EmptyState drawing="inbox" title={t`No results for “${question}”`} className="py-8" />
      )}
    </section>
  );
}

/** Messages that match. The search starts when typing pauses, and loads older pages until there are `ENOUGH`. */
function useMessageHits(question: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(question), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const isAskable = searchTerms(asked).length > 0;
  const found = useInfiniteQuery({
    queryKey: ['chat-search', asked],
    queryFn: ({ pageParam, signal }) =>
      call(searchChats, { q: asked, ...(pageParam !== '' && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: isAskable,
    placeholderData: (before: InfiniteData<unknown, string> | undefined) =>
      isAskable ? (before as never) : undefined,
  });
  const count = found.data?.pages.reduce((sum, page) => sum + page.hits.length, 0) ?? 0;
  const { hasNextPage, isFetching, isFetchNextPageError: hasFailed, fetchNextPage } = found;
  useEffect(() => {
    // A failed page waits for a press: retried here, it would repeat as fast as it fails.
    if (count < ENOUGH && hasNextPage && !isFetching && !hasFailed) void fetchNextPage();
  }, [count, hasNextPage, isFetching, hasFailed, fetchNextPage]);
  return { ...found, isPending: asked !== question || (found.isPending && found.isFetching) };
}

/** Announces the result to screen readers. A failed search is not the same as an empty one. */
function Outcome({ error, count }: { error: Error | null; count: number }) {
  const errorTextOf = useErrorMessage();
  return error ? errorTextOf(error) : plural(count, { one: '# result', other: '# results' });
}

/** Loads older results, or a failed page again. It stays while they load, so that it keeps the focus. */
function FurtherBack({ found }: { found: ReturnType<typeof useMessageHits> }) {
  if (!found.hasNextPage && !found.error && !found.isFetchingNextPage) return null;
  const searchOn = async (pressed: HTMLElement) => {
    const results = pressed.closest('section');
    const { hasNextPage } = await found.fetchNextPage();
    const isHere = document.activeElement === pressed || document.activeElement === document.body;
    // The button disappears with the last page.
    if (!hasNextPage && isHere) results?.focus({ preventScroll: true });
  };
  return (
    <div className="px-5 py-3">
      <Button isPending={found.isFetchingNextPage} onPress={(pressed) => void searchOn(pressed)}>
        {found.data ? <Trans>Search further back</Trans> : <Trans>Try again</Trans>}
      </Button>
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return <h3 className="px-5 pt-3 pb-1 text-sm font-semibold text-ink-2">{children}</h3>;
}

function SearchSkeleton() {
  return (
    <div aria-hidden className="grid gap-3 px-5 py-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
