import { ChatLayout, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { ChatKeys } from './chat-keys.tsx';
import { useChats } from './chats.ts';
import { ConversationList } from './conversation-list.tsx';

/** All conversations; on wide screens with the place where one of them opens. */
export function ChatsPage() {
  const { t } = useLingui();
  const hasChats = (useChats()?.length ?? 0) > 0;
  useDocumentTitle(t`Messages`);
  return (
    <ChatLayout list={<ConversationList />} listLabel={t`Conversations`} isChatOpen={false}>
      <ChatKeys />
      <div className="flex h-full items-center justify-center">
        {hasChats && (
          <EmptyState drawing="mail" title={t`Choose a conversation`}>
            <Trans>It opens here, where you left it.</Trans>
          </EmptyState>
        )}
      </div>
    </ChatLayout>
  );
}
