import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';

/** Shown to a member without conversations: on phones instead of the list, on wide screens beside it. */
export function NoConversations({ className }: { className?: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="inbox"
      title={t`No messages yet`}
      action={
        <Button href="/members" variant="primary">
          <Trans>Find someone to write to</Trans>
        </Button>
      }
      className={className}
    >
      <Trans>Say hello to someone you like.</Trans>
    </EmptyState>
  );
}
