import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../client/api.ts';

/** The seconds until the server mails again, from its refusal; 0 when it gives none. */
export function secondsOf(error: unknown): number {
  return error instanceof ApiError ? Number(error.values['seconds'] ?? 0) : 0;
}

/** A countdown in seconds, and the function that restarts it. */
export function usePause(seconds = 0): [number, (seconds: number) => void] {
  const [pause, setPause] = useState(seconds);
  useEffect(() => {
    if (pause === 0) return;
    const timer = setTimeout(() => setPause(pause - 1), 1000);
    return () => clearTimeout(timer);
  }, [pause]);
  return [pause, setPause];
}

interface SendAgainProps {
  onPress(): void;
  isPending: boolean;
  /** Seconds during which it can't be pressed. */
  pause: number;
  children: ReactNode;
}

/** Requests a mail again. Counts down while the server would not send another. */
export function SendAgain({ onPress, isPending, pause, children }: SendAgainProps) {
  return (
    <Button onPress={onPress} isPending={isPending} isDisabled={pause > 0}>
      {pause > 0 ? (
        <span className="tabular">
          <Trans>Send again in {pause} s</Trans>
        </span>
      ) : (
        children
      )}
    </Button>
  );
}
