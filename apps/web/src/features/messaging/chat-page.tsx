import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ApiError, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { isUnreached, useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { useSlots } from '../../client/slots.tsx';
import { useLabelledName } from '../../people/fictional-word.ts';
import { Conversation } from './conversation.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { NotKept, tryAgain } from './not-kept.tsx';
import { usePartner } from './use-partner.ts';

/** One conversation: by its id, or with a member, whether or not they wrote to each other before. */
export function ChatPage() {
  const { t } = useLingui();
  const params: { conversation?: string; id?: string } = useParams({ strict: false });
  const state = usePartner(params);
  const { partner } = state;
  const labelled = useLabelledName();
  useDocumentTitle(partner ? labelled(partner.profile) : t`Messages`);
  if (!partner) return <NoPartner id={params.id} error={state.error} isGone={state.isGone} />;
  return <Conversation key={partner.conversation} partner={partner} />;
}

interface NoPartnerProps {
  /** The member, where the address names one. */
  id: string | undefined;
  error: unknown;
  isGone: boolean;
}

function NoPartner({ id, error, isGone }: NoPartnerProps) {
  const { t } = useLingui();
  const say = useErrorMessage();
  if (!error) return <ConversationSkeleton />;
  if (isUnreached(error)) return <NotKept error={error} />;
  const code = error instanceof ApiError ? error.code : undefined;
  const isBlocked = code === 'BLOCKED_BY' || code === 'BLOCKED_BY_YOU';
  if (!isBlocked && !isMissing(error)) {
    return (
      <div className="flex h-full flex-col items-center justify-center">
        <LoadFailure error={error} onRetry={tryAgain} />
        {/* On a phone there is no bar to leave by. */}
        <Button href="/chats" className="-mt-9">
          <Trans>All messages</Trans>
        </Button>
      </div>
    );
  }
  // Of a conversation that is not there any more, only what a block says is worth more than that.
  const isTold = !isGone || isBlocked;
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        drawing="mail"
        title={isTold ? say(error) : t`This conversation is not here any more`}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {code === 'BLOCKED_BY_YOU' && <Unblock id={id} />}
            <Button href="/chats">
              <Trans>All messages</Trans>
            </Button>
          </div>
        }
      />
    </div>
  );
}

/** The way back from a block of one's own: at once, or, where the address does not say whom, by the list of them. */
function Unblock({ id }: Pick<NoPartnerProps, 'id'>) {
  const { t } = useLingui();
  const { UnblockButton } = useSlots();
  if (id !== undefined) return <UnblockButton id={id} />;
  return <Button variant="primary" href="/blocked">{t`Blocked people`}</Button>;
}
