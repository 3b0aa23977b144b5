import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { isUnreached } from '../../client/error-message.ts';
import { rememberChat } from '../../client/last-chat.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { LoadFailure } from '../../client/load-failure.tsx';
import { useMember } from '../../client/session.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { seenUpTo } from '../../live/apply/signs.ts';
import { useWithAhead } from '../../live/sent-ahead.ts';
import { useLabelledName } from '../../people/fictional-label.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ConversationBar } from './conversation-bar.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { createArranger, firstUnreadOf } from './conversation-rows.ts';
import { BubblesSkeleton } from './conversation-skeleton.tsx';
import { CreditsOverChat } from './credits/credits-over-chat.tsx';
import { useCreditsLeft } from './credits-left.ts';
import { HighlightedTerms } from './highlight.tsx';
import { loadNewer, loadOlder, trimEnd, useHistory } from './history.ts';
import { useJumpNotices } from './jump-notices.ts';
import { requestJump } from './jumps.ts';
import { MessageList } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';
import { MissingLine } from './missing-line.tsx';
import { NotSaved } from './not-saved.tsx';
import { OutboxRow } from './outbox/outbox-row.tsx';
import { isWrittenHere, useEntriesOf } from './outbox/use-outbox.ts';
import { closeFind, useFind } from './shortcuts.ts';
import { TypingLine } from './typing/typing-line.tsx';
import type { Partner } from './use-partner.ts';
import { useReading } from './use-reading.ts';

const FindBar = lazyOverlay(() => import('./find-bar.tsx'), 'FindBar');
const LimitDialog = lazyComponent(() => import('./limit-dialog.tsx'), 'LimitDialog');

/** One open conversation: bar, messages and field. */
export const Conversation = memo(function Conversation({ partner }: { partner: Partner }) {
  const { conversation, profile, price } = partner;
  const me = useMember();
  const entries = useEntriesOf(conversation);
  const { query, shown, isPart, place, rows, readUpTo } = useRows(conversation, entries);
  const name = useLabelledName()(profile);
  useEffect(() => {
    rememberChat({ member: me.id, path: location.pathname, name, at: Date.now() });
  }, [me.id, name]);
  useOwnAtTheEnd(conversation, entries.filter(isWrittenHere).length, isPart);
  useLinkedMoment(conversation);
  const finding = useFind(conversation);
  // A member who comes back later gets the conversation without the search.
  useEffect(() => () => closeFind(conversation), [conversation]);
  const [terms, setTerms] = useState<readonly string[]>([]);
  const { credits } = useCreditsLeft();
  const isNew = query.data?.lastSeq === 0 && entries.length === 0;
  const context = useMemo(() => ({ conversation, profile, me: me.id }), [conversation, profile, me.id]);
  return (
    <div className="flex h-full min-h-0 flex-col" data-conversation={conversation}>
      <ConversationBar partner={partner} />
      <Suspense fallback={null}>
        {finding > 0 && (
          <FindBar
            conversation={conversation}
            asked={finding}
            onTerms={setTerms}
            onClose={() => closeFind(conversation)}
          />
        )}
      </Suspense>
      {query.data && shown && (
        <HighlightedTerms value={terms}>
          <MessageList
            rows={rows}
            newest={query.data.messages}
            context={context}
            hasOlder={shown.hasOlder}
            hasNewer={isPart}
            place={place}
            onOlder={() => loadOlder(conversation)}
            onNewer={() => loadNewer(conversation)}
            onAtEnd={() => trimEnd(conversation)}
            newFrom={readUpTo === null ? null : readUpTo + 1}
            head={<ConversationHead profile={profile} messages={shown} isEmpty={rows.length === 0} />}
          />
        </HighlightedTerms>
      )}
      {!query.data &&
        (query.error ? <Failed error={query.error} retry={query.refetch} /> : <BubblesSkeleton />)}
      <MissingLine conversation={conversation} query={query} isPart={isPart} />
      <TypingLine conversation={conversation} name={profile.name} newest={query.data?.lastSeq} />
      <OutboxRow conversation={conversation} />
      <ChatComposer
        conversation={conversation}
        profile={profile}
        price={price}
        isNew={isNew}
        credits={credits}
      />
      <Limit entries={entries} name={profile.name} />
      <CreditsOverChat
        conversation={conversation}
        profile={profile}
        credits={credits}
        isReply={query.data?.messages.some(({ sender }) => sender === profile.id) ?? false}
      />
    </div>
  );
});

const NO_MESSAGES: Messages['messages'] = [];

/** The rows to render: the shown part of the history, with the outbox at its end. */
function useRows(conversation: string, entries: ReturnType<typeof useEntriesOf>) {
  const { id: me } = useMember();
  const query = useQuery(messagesQuery(conversation));
  const { shown, isPart, place } = useHistory(conversation, query.data, useJumpNotices());
  const readUpTo = useReading(conversation, isPart ? undefined : query.data, query.isFetching, me);
  const deliveredSeq = query.data?.deliveredSeq ?? 0;
  const seenSeq = query.data ? seenUpTo(query.data) : null;
  const firstUnread = useMemo(
    () => (shown && readUpTo !== null ? firstNew(shown, me, readUpTo) : null),
    [shown, readUpTo, me],
  );
  const [arrange] = useState(createArranger);
  const withAhead = useWithAhead(query.data);
  const messages = (isPart ? shown?.messages : withAhead) ?? NO_MESSAGES;
  const rows = useMemo(() => {
    const all = arrange({
      messages,
      entries: isPart ? [] : entries,
      me,
      deliveredSeq,
      seenSeq,
      firstUnread,
    });
    // The layout of a message depends on the messages beside it. One at the edge of a page waits for the next page, so
    // that its height never changes.
    return all.slice(shown?.hasOlder && all.length > 1 ? 1 : 0, isPart ? -1 : undefined);
  }, [arrange, messages, shown, isPart, entries, me, deliveredSeq, seenSeq, firstUnread]);
  return { query, shown, isPart, place, rows, readUpTo };
}

/** First message above the read mark, or null while older unread messages may not be loaded. */
function firstNew({ messages, hasOlder }: Messages, me: string, readUpTo: number): number | null {
  if (hasOlder && (messages[0]?.seq ?? 0) > readUpTo) return null;
  return firstUnreadOf(messages, me, readUpTo);
}

/** Jumps to the end when the member sends a message in this tab, because it appears there. */
function useOwnAtTheEnd(conversation: string, sending: number, isPart: boolean) {
  const before = useRef(sending);
  useEffect(() => {
    if (sending > before.current && isPart) requestJump(conversation, { kind: 'end' });
    before.current = sending;
  }, [conversation, sending, isPart]);
}

/** Jumps to the time in the URL, as in a link from the credit statement. */
function useLinkedMoment(conversation: string) {
  const { at } = useSearch({ strict: false });
  useEffect(() => {
    if (at !== undefined) requestJump(conversation, { kind: 'moment', at });
  }, [conversation, at]);
}

function Failed({ error, retry }: { error: unknown; retry: () => Promise<unknown> }) {
  if (isUnreached(error)) return <NotSaved error={error} />;
  return (
    <div className="flex min-h-0 grow items-center justify-center">
      <LoadFailure error={error} onRetry={retry}>
        <Trans>Your messages are safe. They just couldn’t be shown.</Trans>
      </LoadFailure>
    </div>
  );
}

/** Keys of the messages whose limit was already explained. */
const explained = createWatchedMap<true>();

/** Explains the conversation limit once per refused message. */
function Limit({ entries, name }: { entries: ReturnType<typeof useEntriesOf>; name: string }) {
  const met = entries.find((entry) => entry.refusal?.code === 'CONVERSATION_LIMIT')?.key;
  const isExplained = explained.useValue(met ?? '');
  if (!met || isExplained) return null;
  return (
    <Suspense fallback={null}>
      <LimitDialog name={name} onClose={() => explained.set(met, true)} />
    </Suspense>
  );
}
