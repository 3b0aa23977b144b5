import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import { queryClient } from '../../client/query.ts';
import { useOnceBack } from '../../live/use-once-back.ts';

/**
 * Shown instead of a conversation that is not cached while the server is unreachable. It loads when the connection is
 * back.
 */
export function NotSaved({ error }: { error: unknown }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  useOnceBack(true, tryAgain);
  return (
    <div className="flex min-h-0 grow items-center justify-center">
      <EmptyState
        drawing="offline"
        title={errorTextOf(error)}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" onPress={tryAgain}>{t`Try again`}</Button>
            <Button href="/chats">
              <Trans>All messages</Trans>
            </Button>
          </div>
        }
      >
        <Trans>This chat isn’t saved on this device. It’ll open as soon as you’re back online.</Trans>
      </EmptyState>
    </div>
  );
}

/** Refetches every failed query that is on the screen. */
export function tryAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
