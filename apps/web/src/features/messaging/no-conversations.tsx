import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';

/** Shown to a member without conversations: on phones instead of the list, on wide screens beside it. */
export function NoConversations({ className }: { className?: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="inbox"
      title={t`Nobody has written yet`}
      action={
        <Button href="/members" variant="primary">
          <Trans>Find someone to write to</Trans>
        </Button>
      }
      className={className}
    >
      <Trans>A first message is the shortest way to a second one.</Trans>
    </EmptyState>
  );
}
