import { Button, EmptyState } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isUnreached, useErrorMessage } from './error-message.ts';

interface LoadFailureProps {
  error: unknown;
  onRetry: () => unknown;
  /** What else is to be known, such as that nothing is lost. */
  children?: ReactNode;
  /** Level of the title; 1 where it is the page. */
  level?: 1 | 2;
}

/** In place of what could not be loaded: why, and the way to ask for it again. */
export function LoadFailure({ error, onRetry, children, level }: LoadFailureProps) {
  const errorTextOf = useErrorMessage();
  const retry = (pressed: HTMLElement) => {
    // The button goes while it is asked, and would take the place of the keyboard with it.
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
