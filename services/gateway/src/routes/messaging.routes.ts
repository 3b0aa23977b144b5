import {
  getChat,
  getChats,
  getMessagePrice,
  getMessages,
  getOlderChats,
  getOpeners,
  muteChat,
  ok,
  postMessage,
  postRead,
  reactToMessage,
  removeChat,
  searchChats,
  setOpeners,
  setReceipts,
  unsendMessage,
} from '@heartline/contracts';
import { handle } from '../http/call.ts';

/** Conversations over HTTP: the same use cases as the live events, with the same answers. */
export const messagingRoutes = [
  handle(getChats, async ({ core, caller }) => ok(await core.messaging.listChats(caller))),
  handle(getOlderChats, async ({ core, caller, input }) =>
    ok(await core.messaging.listOlderChats(caller, input.before)),
  ),
  handle(getChat, ({ core, caller, input }) => core.messaging.showChat(caller, input.conversation)),
  handle(searchChats, ({ core, caller, input }) => core.messaging.searchChats(caller, input)),
  handle(getMessages, ({ core, caller, input }) => core.messaging.listMessages(caller, input)),
  handle(postMessage, ({ core, caller, input }) => core.messaging.sendMessage(caller, input)),
  handle(unsendMessage, ({ core, caller, input }) => core.messaging.unsendMessage(caller.member, input)),
  handle(getMessagePrice, ({ core, caller, input }) => core.messaging.getMessagePrice(caller, input)),
  handle(getOpeners, async ({ core, caller }) =>
    ok({ takes_openers: await core.messaging.takesOpeners(caller.member) }),
  ),
  handle(setOpeners, async ({ core, caller, input }) => {
    await core.messaging.setOpeners(caller.member, input.takes_openers);
    return ok({ ok: true });
  }),
  handle(postRead, ({ core, caller, input }) =>
    core.messaging.markRead(caller.member, input.conversation, input.seq, input.seen),
  ),
  handle(reactToMessage, ({ core, caller, input }) => core.messaging.reactToMessage(caller, input)),
  handle(setReceipts, ({ core, caller, input }) => core.messaging.setReceipts(caller.member, input)),
  handle(muteChat, ({ core, caller, input }) => core.messaging.muteChat(caller.member, input)),
  handle(removeChat, ({ core, caller, input }) =>
    core.messaging.removeChat(caller.member, input.conversation),
  ),
];
