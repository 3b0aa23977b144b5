import type { ErrorCode } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { reasonOf } from './refused-entry.ts';

/** Why a message to somebody, as called by `name`, was not sent, and that in words. */
export function useReason(): (entry: OutboxEntry, name: string) => { code: ErrorCode; words: string } {
  const { t } = useLingui();
  const say = useErrorMessage();
  return (entry, name) => {
    const reason = reasonOf(entry, name);
    const { code } = reason;
    // No answer of the server puts a message aside as unavailable: each try was broken off (`SendBroken`).
    const isBroken = code === 'UNAVAILABLE';
    const words = isBroken
      ? t`The connection dropped every time we tried to send this. Try again later, or send less at once.`
      : say(reason);
    return { code, words };
  };
}
