import { getChats, getMessages, ok, postMessage, postRead, removeChat } from '@heartline/contracts';
import { handle } from '../http/call.ts';

/** Conversations over HTTP: the same use cases as the live events, with the same answers. */
export const messagingRoutes = [
  handle(getChats, async ({ core, caller }) => ok(await core.messaging.listChats(caller))),
  handle(getMessages, ({ core, caller, input }) => core.messaging.listMessages(caller, input)),
  handle(postMessage, ({ core, caller, input }) => core.messaging.sendMessage(caller, input)),
  handle(postRead, ({ core, caller, input }) =>
    core.messaging.markRead(caller.member, input.conversation, input.seq),
  ),
  handle(removeChat, ({ core, caller, input }) =>
    core.messaging.removeChat(caller.member, input.conversation),
  ),
];
