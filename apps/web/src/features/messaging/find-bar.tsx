import { searchChats } from '@heartline/contracts';
import { searchTerms } from '@heartline/domain';
import { Button, IconButton, isOfInputMethod } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { requestJump } from './jumps.ts';
import { wordsToFind } from './shortcuts.ts';

interface FindBarProps {
  conversation: string;
  /** Grows with each request for the search, which focuses the field again. */
  asked: number;
  /** Receives the search terms, for highlighting in the messages. */
  onTerms: (terms: readonly string[]) => void;
  onClose: () => void;
}

const PAUSE_MS = 300;

/** Searches the open conversation, newest first, and moves from match to match. */
export function FindBar({ conversation, asked, onTerms, onClose }: FindBarProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(wordsToFind);
  const [question, setQuestion] = useState('');
  const { hits, isSearching, hasMore, failure, more } = useHits(conversation, question);
  const [at, setAt] = useState(0);
  useEffect(() => {
    // Another request focuses the field again.
    if (asked === 0) return;
    if (wordsToFind()) setText(wordsToFind());
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuestion(text.trim());
      setAt(0);
      onTerms(searchTerms(text));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onTerms]);
  useEffect(() => () => onTerms([]), [onTerms]);
  const seq = hits[at]?.seq;
  useEffect(() => {
    if (seq !== undefined) requestJump(conversation, { kind: 'row', seq });
  }, [conversation, seq]);
  // The last match so far is shown, so load more. A failed page waits for a press.
  useEffect(() => {
    if (hasMore && !isSearching && !failure && at >= hits.length - 1) void more();
  }, [hasMore, isSearching, failure, at, hits.length, more]);

  const step = (by: number) => {
    if (hits.length > 0) setAt((at + by + hits.length) % hits.length);
  };
  const close = () => {
    onClose();
    field.current?.closest('[data-conversation]')?.querySelector('textarea')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter on a button must press that button.
    const isStep = event.key === 'Enter' && event.target === field.current;
    if ((event.key !== 'Escape' && !isStep) || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    if (isStep) step(event.shiftKey ? -1 : 1);
    else close();
  };
  const position = at + 1;
  const count = hasMore ? `${hits.length}+` : String(hits.length);
  const words =
    searchTerms(question).length === 0
      ? ''
      : hits.length > 0
        ? t`${position} of ${count}`
        : isSearching || hasMore
          ? t`Searching`
          : t`Nothing found`;
  // On a small phone the field needs the space: a short count, one close button, and no arrows without matches.
  const stepClass = hits.length === 0 && words !== '' ? 'contents max-sm:hidden' : 'contents';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is in it keeps its own keys
    <search
      data-find
      onKeyDown={onKeyDown}
      className="flex min-h-14 shrink-0 items-center border-b border-line bg-card px-3 sm:gap-1 sm:px-4"
    >
      <input
        ref={field}
        type="search"
        aria-label={t`Search in chat`}
        placeholder={t`Search`}
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="min-h-11 min-w-28 grow rounded-full border border-edge bg-paper px-4 text-base outline-none placeholder:text-ink-2 focus:border-ink max-sm:[&::-webkit-search-cancel-button]:hidden"
      />
      <span role="status" className="tabular shrink-0 px-2 text-sm text-ink-2 empty:px-0 max-sm:pr-0">
        {failure ? (
          <span className="sr-only">{errorTextOf(failure)}</span>
        ) : hits.length > 0 ? (
          <>
            <span className="max-sm:sr-only">{words}</span>
            <span aria-hidden className="sm:hidden">
              {position}/{count}
            </span>
          </>
        ) : (
          words
        )}
      </span>
      {failure && (
        <Button
          size="sm"
          onPress={() => {
            void more();
            // The button disappears.
            field.current?.focus();
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
      <span className={stepClass}>
        <IconButton label={t`Earlier`} onPress={() => step(1)}>
          <ChevronUp className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={t`Later`} onPress={() => step(-1)}>
          <ChevronDown className="size-5" aria-hidden />
        </IconButton>
      </span>
      <IconButton label={t`Close search`} onPress={close}>
        <X className="size-5" aria-hidden />
      </IconButton>
    </search>
  );
}

/** Matching messages, newest first, as far as the search went. */
function useHits(conversation: string, question: string) {
  const isAsked = searchTerms(question).length > 0;
  const found = useInfiniteQuery({
    queryKey: ['chat-search', question, conversation],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchChats,
        { q: question, conversation, ...(pageParam !== '' && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: isAsked,
    // Never refetch: new results would move the matches under the reader. Each search starts fresh.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hits = useMemo(() => found.data?.pages.flatMap((page) => page.hits) ?? [], [found.data]);
  const { fetchNextPage } = found;
  return {
    hits,
    isSearching: found.isFetching,
    /** Error of the last request until it is repeated. */
    failure: found.isFetching ? null : found.error,
    hasMore: isAsked && found.hasNextPage,
    more: fetchNextPage,
  };
}
