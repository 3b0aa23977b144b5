import type { MessageKind } from '@heartline/contracts';
import { createWatchedMap } from '../../../client/watched-map.ts';
import type { Draft } from '../outbox/outbox.ts';

/** The message for which the sheet to get credits is open, in one conversation. */
export interface CreditsAsked {
  kind: MessageKind;
  /** Text of the message, shown above the packs; null while none is written. */
  text: string | null;
  /** Price of the message in credits. */
  credits: number;
  /** The message to leave waiting once a payment is opened; absent if it waits already, or there is none. */
  message?: { draft: Draft; key: string; onLeft: () => void };
}

const asked = createWatchedMap<CreditsAsked>();

/** Opens the sheet over a conversation. */
export const askForCredits = (conversation: string, what: CreditsAsked) => asked.set(conversation, what);

/** Closes it. The text stays in its field. */
export const closeCredits = (conversation: string) => asked.delete(conversation);

/** True while the sheet is open for this very request, not for a later one. */
export const isAskedStill = (conversation: string, what: CreditsAsked): boolean =>
  asked.get(conversation) === what;

/** The message of the sheet that is open in a conversation, or undefined. */
export const useCreditsAsked = (conversation: string) => asked.useValue(conversation);
