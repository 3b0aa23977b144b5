import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { rememberChat } from '../../client/last-chat.ts';
import { queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { ChatComposer } from './chat-composer.tsx';
import { useChats } from './chats.ts';
import { ConversationBar } from './conversation-bar.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { conversationRows } from './conversation-rows.ts';
import { BubblesSkeleton } from './conversation-skeleton.tsx';
import { MessageList } from './message-list.tsx';
import { loadOlder, loadUpTo, messagesQuery } from './messages-query.ts';
import { baseOf } from './outbox/outbox.ts';
import { useEntriesOf } from './outbox/use-outbox.ts';
import type { Partner } from './use-partner.ts';
import { useReading } from './use-reading.ts';

const LimitDialog = lazy(async () => ({ default: (await import('./limit-dialog.tsx')).LimitDialog }));

/** One open conversation: who, what was said, what to say next. */
export function Conversation({ partner }: { partner: Partner }) {
  const { conversation, profile, price } = partner;
  const me = useMember();
  const query = useQuery(messagesQuery(conversation));
  const entries = useEntriesOf(conversation);
  const firstUnread = useReading(conversation, query.data, me.id);
  useEffect(() => {
    rememberChat({ path: location.pathname, name: profile.name, at: Date.now() });
  }, [profile.name]);
  useNothingMissing(conversation, query.data?.lastSeq);
  const messages = query.data?.messages;
  const deliveredSeq = query.data?.deliveredSeq ?? 0;
  const rows = useMemo(
    () => conversationRows({ messages: messages ?? [], entries, me: me.id, deliveredSeq, firstUnread }),
    [messages, entries, me.id, deliveredSeq, firstUnread],
  );
  const sentKeys = useMemo(
    () => new Set(messages?.filter((one) => one.sender === me.id).map((one) => baseOf(one.clientId))),
    [messages, me.id],
  );
  const context = useMemo(() => ({ conversation, profile, me: me.id }), [conversation, profile, me.id]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ConversationBar partner={partner} />
      {query.data && (
        <MessageList
          rows={rows}
          context={context}
          hasOlder={query.data.hasOlder}
          onOlder={() => loadOlder(conversation)}
          onReach={(seq) => loadUpTo(conversation, seq)}
          head={<ConversationHead profile={profile} messages={query.data} isEmpty={rows.length === 0} />}
        />
      )}
      {!query.data &&
        (query.error ? <Failed error={query.error} retry={query.refetch} /> : <BubblesSkeleton />)}
      <ChatComposer conversation={conversation} profile={profile} price={price} sentKeys={sentKeys} />
      <Limit entries={entries} name={profile.name} />
    </div>
  );
}

/** The list knows of a row this conversation lacks, such as one that came between two answers: it is fetched. */
function useNothingMissing(conversation: string, lastSeq: number | undefined) {
  const known = useChats()?.find((chat) => chat.conversation.id === conversation)?.lastSeq ?? 0;
  const isMissing = lastSeq !== undefined && known > lastSeq;
  useEffect(() => {
    if (isMissing) void queryClient.invalidateQueries({ queryKey: messagesQuery(conversation).queryKey });
  }, [isMissing, conversation]);
}

function Failed({ error, retry }: { error: unknown; retry: () => Promise<unknown> }) {
  const say = useErrorMessage();
  const { t } = useLingui();
  return (
    <div className="flex min-h-0 grow items-center justify-center">
      <EmptyState
        drawing="offline"
        title={say(error)}
        action={<Button onPress={() => void retry()}>{t`Try again`}</Button>}
      >
        <Trans>Your messages are safe; they just could not be shown.</Trans>
      </EmptyState>
    </div>
  );
}

/** Explains the limit of conversations once, when a message meets it. */
function Limit({ entries, name }: { entries: ReturnType<typeof useEntriesOf>; name: string }) {
  const [closed, setClosed] = useState<string | undefined>();
  const met = entries.find((entry) => entry.refusal?.code === 'CONVERSATION_LIMIT')?.key;
  if (!met || met === closed) return null;
  return (
    <Suspense fallback={null}>
      <LimitDialog name={name} onClose={() => setClosed(met)} />
    </Suspense>
  );
}
