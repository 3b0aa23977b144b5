import { Button, EmptyState } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isUnreached, useErrorMessage } from './error-message.ts';

interface LoadFailureProps {
  error: unknown;
  onRetry: () => unknown;
  /** More to say, such as that nothing is lost. */
  children?: ReactNode;
  /** Level of the heading; 1 when it is the whole page. */
  level?: 1 | 2;
}

/** Shown in place of content that could not be loaded: the reason, and a retry button. */
export function LoadFailure({ error, onRetry, children, level }: LoadFailureProps) {
  const errorTextOf = useErrorMessage();
  const retry = (pressed: HTMLElement) => {
    // The button goes during the retry and would take the focus with it.
    pressed.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <EmptyState
      level={level}
      drawing={isUnreached(error) ? 'offline' : 'error'}
      title={errorTextOf(error)}
      action={
        <Button onPress={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
