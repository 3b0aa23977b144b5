import { conversationRead, conversationReceive, messageSend } from '@heartline/contracts';
import { handleEvent } from './handle-event.ts';

/** Sending, reading and receiving over the socket: the same use cases as the calls, with the same answers. */
export const messagingHandlers = [
  handleEvent(messageSend, ({ core, session, input }) => core.messaging.sendMessage(session, input)),
  handleEvent(conversationRead, ({ core, session, input }) =>
    core.messaging.markRead(session.member, input.conversation, input.seq),
  ),
  handleEvent(conversationReceive, ({ core, session, input }) =>
    core.messaging.markReceived(session.member, input.conversation, input.seq),
  ),
];
