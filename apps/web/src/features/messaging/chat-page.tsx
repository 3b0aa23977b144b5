import { Button, ChatLayout, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { PartnerCard } from './partner-card.tsx';
import { usePartner } from './use-partner.ts';

/** One conversation: by its id, or with a member, whether or not they wrote to each other before. */
export function ChatPage() {
  const { t } = useLingui();
  const params: { conversation?: string; id?: string } = useParams({ strict: false });
  const state = usePartner(params);
  const { partner } = state;
  useDocumentTitle(partner ? partner.profile.name : t`Messages`);
  return (
    <ChatLayout
      isChatOpen
      listLabel={t`Conversations`}
      list={<ConversationList current={partner?.conversation ?? params.conversation ?? ''} />}
      aside={partner && <PartnerCard key={partner.profile.id} profile={partner.profile} />}
    >
      {partner ? (
        <Conversation key={partner.conversation} partner={partner} />
      ) : (
        <NoPartner error={state.error} isGone={state.isGone} />
      )}
    </ChatLayout>
  );
}

function NoPartner({ error, isGone }: { error: unknown; isGone: boolean }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  if (!error && !isGone) return <ConversationSkeleton />;
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        drawing="mail"
        title={error ? say(error) : t`This conversation is not here any more`}
        action={
          <Button href="/chats">
            <Trans>All messages</Trans>
          </Button>
        }
      />
    </div>
  );
}
