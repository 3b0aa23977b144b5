import {
  conversationRead,
  conversationReceive,
  conversationType,
  messageSend,
  ok,
  presenceAsk,
} from '@heartline/contracts';
import { handleEvent, nothingToSay } from './handle-event.ts';

/** Sending, reading and receiving over the socket: the same use cases as the calls, with the same answers. */
export const messagingHandlers = [
  handleEvent(messageSend, ({ core, session, input }) => core.messaging.sendMessage(session, input)),
  handleEvent(conversationRead, ({ core, session, input }) =>
    core.messaging.markRead(session.member, input.conversation, input.seq, input.seen),
  ),
  handleEvent(conversationReceive, ({ core, session, input }) =>
    core.messaging.markReceived(session.member, input.conversation, input.seq),
  ),
  handleEvent(conversationType, async ({ core, session, input }) => {
    await core.messaging.signalTyping(session.member, input.profile);
    return nothingToSay;
  }),
  handleEvent(presenceAsk, async ({ core, session, input }) =>
    ok({ people: await core.messaging.presenceOf(session.member, input.profiles) }),
  ),
];
