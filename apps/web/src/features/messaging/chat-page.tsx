import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ApiError, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { isUnreached, useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { useSlots } from '../../client/slots.tsx';
import { useLabelledName } from '../../people/fictional-label.ts';
import { Conversation } from './conversation.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { NotSaved, tryAgain } from './not-saved.tsx';
import { usePartner } from './use-partner.ts';

/** One conversation, addressed by its id or by its member, who may have no messages yet. */
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
  /** Id of the member, if the URL contains one. */
  id: string | undefined;
  error: unknown;
  isGone: boolean;
}

function NoPartner({ id, error, isGone }: NoPartnerProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  if (!error) return <ConversationSkeleton />;
  if (isUnreached(error)) return <NotSaved error={error} />;
  const code = error instanceof ApiError ? error.code : undefined;
  const isBlocked = code === 'BLOCKED_BY' || code === 'BLOCKED_BY_YOU';
  if (!isBlocked && !isMissing(error)) {
    return (
      <div className="flex h-full flex-col items-center justify-center">
        <LoadFailure error={error} onRetry={tryAgain} />
        {/* A phone shows no other link out of this page. */}
        <Button href="/chats" className="-mt-9">
          <Trans>All messages</Trans>
        </Button>
      </div>
    );
  }
  // A block explains more than a missing conversation does, so its message comes first.
  const hasReason = !isGone || isBlocked;
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        drawing="mail"
        title={hasReason ? errorTextOf(error) : t`This chat no longer exists`}
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

/** Lets the member undo their own block: at once, or through the list of blocked people if the URL names no member. */
function Unblock({ id }: Pick<NoPartnerProps, 'id'>) {
  const { t } = useLingui();
  const { UnblockButton } = useSlots();
  if (id !== undefined) return <UnblockButton id={id} />;
  return <Button variant="primary" href="/blocked">{t`Blocked people`}</Button>;
}
