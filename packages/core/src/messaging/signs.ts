import type { InputOf, reactToMessage as reactCall, setReceipts as receiptsCall } from '@heartline/contracts';
import type { MessagingContext } from './messaging-context.ts';
import { reactToMessage } from './react-to-message.ts';
import { setReceipts } from './receipts.ts';
import { signalTyping } from './signal-typing.ts';

/** Signals besides messages: reactions, typing, read receipts. */
export function createSigns(context: MessagingContext) {
  return {
    reactToMessage: (viewer: { member: string; site: string }, input: InputOf<typeof reactCall>) =>
      reactToMessage(context, viewer, input),
    signalTyping: (member: string, profile: string) => signalTyping(context, member, profile),
    setReceipts: (member: string, input: InputOf<typeof receiptsCall>) => setReceipts(context, member, input),
  };
}
