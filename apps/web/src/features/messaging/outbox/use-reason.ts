import type { ErrorCode } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { reasonOf } from './refused-entry.ts';

/** Returns a function for the error code of a message to `name` and its text. */
export function useReason(): (entry: OutboxEntry, name: string) => { code: ErrorCode; words: string } {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  return (entry, name) => {
    const reason = reasonOf(entry, name);
    const { code } = reason;
    // The server never fails a message with UNAVAILABLE: every try was broken off (`SendBroken`).
    const isBroken = code === 'UNAVAILABLE';
    const words = isBroken
      ? t`The connection dropped every time we tried to send this. Try again later or send less in one go.`
      : errorTextOf(reason);
    return { code, words };
  };
}
