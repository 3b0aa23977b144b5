import { ChatLayout, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../client/document-title.ts';
import { ChatKeys } from './chat-keys.tsx';
import { useChats } from './chats.ts';
import { ConversationList } from './conversation-list.tsx';
import { useFromList } from './from-list.ts';
import { NoConversations } from './no-conversations.tsx';
import { PartnerCard } from './partner-card.tsx';
import { usePartner } from './use-partner.ts';

/**
 * All conversations. The filter, the search and the scroll position stay while a conversation opens beside the list, or
 * over it on a phone.
 */
export function ChatsPage() {
  const { t } = useLingui();
  useFromList();
  const params: { conversation?: string; id?: string } = useParams({ strict: false });
  const isChatOpen = params.conversation !== undefined || params.id !== undefined;
  const { partner } = usePartner(params);
  const current = partner?.conversation ?? params.conversation ?? '';
  return (
    <ChatLayout
      isChatOpen={isChatOpen}
      skipLabel={isChatOpen ? t`Skip to chat` : undefined}
      listLabel={t`Chats`}
      list={<ConversationList current={isChatOpen ? current : undefined} person={partner?.profile.id} />}
      aside={partner && <PartnerCard key={partner.profile.id} profile={partner.profile} />}
    >
      <ChatKeys current={partner?.conversation} />
      {isChatOpen ? <Outlet /> : <NoneOpen />}
    </ChatLayout>
  );
}

/** Placeholder on wide screens while no conversation is open. */
function NoneOpen() {
  const { t } = useLingui();
  const count = useChats()?.length;
  useDocumentTitle(t`Messages`);
  return (
    <div className="flex h-full items-center justify-center">
      {count === 0 && <NoConversations />}
      {count !== undefined && count > 0 && (
        <EmptyState drawing="mail" title={t`Choose a chat`}>
          <Trans>It opens here, right where you left off.</Trans>
        </EmptyState>
      )}
    </div>
  );
}
