import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { queryClient } from '../../client/query.ts';
import { isLive, onConnectionChange } from '../../live/connection.ts';

/** Whether the server was never asked, so that nobody knows more than this device does. */
export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** In place of a conversation that this device never kept, while the server is not reached; it opens by itself. */
export function NotKept({ error }: { error: unknown }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  useEffect(() => onConnectionChange(() => isLive() && tryAgain()), []);
  return (
    <div className="flex min-h-0 grow items-center justify-center">
      <EmptyState
        drawing="offline"
        title={navigator.onLine ? say(error) : t`You are offline`}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" onPress={tryAgain}>{t`Try again`}</Button>
            <Button href="/chats">
              <Trans>All messages</Trans>
            </Button>
          </div>
        }
      >
        <Trans>
          This conversation was not kept on this device. It opens by itself as soon as there is a connection.
        </Trans>
      </EmptyState>
    </div>
  );
}

function tryAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
