import { getMessages } from '@heartline/contracts';
import { Button, ChatLayout, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError, call } from '../../client/api.ts';
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
        <NoPartner error={state.error} isGone={state.isGone} conversation={params.conversation} />
      )}
    </ChatLayout>
  );
}

interface NoPartnerProps {
  error: unknown;
  isGone: boolean;
  conversation: string | undefined;
}

function NoPartner({ error: notFound, isGone, conversation }: NoPartnerProps) {
  const { t } = useLingui();
  const say = useErrorMessage();
  // A conversation that is in no list any more was opened directly: the server says why it is not.
  const asked = useQuery({
    queryKey: ['closed', conversation],
    queryFn: ({ signal }) => call(getMessages, { conversation: conversation ?? '', limit: 1 }, { signal }),
    enabled: isGone && conversation !== undefined,
    staleTime: 0,
  });
  const error = notFound ?? refusalToShow(asked.error);
  if (!error && (!isGone || asked.isLoading)) return <ConversationSkeleton />;
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

/** Only what a block says is worth more than “not here any more”. */
function refusalToShow(error: unknown): unknown {
  return error instanceof ApiError && error.code.startsWith('BLOCKED_BY') ? error : undefined;
}
