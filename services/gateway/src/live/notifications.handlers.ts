import { focusChanged } from '@heartline/contracts';
import { handleEvent, nothingToSay } from './handle-event.ts';

/** The focus of a device, so that members get no push for the conversation they look at. */
export const notificationsHandlers = [
  handleEvent(focusChanged, async ({ presence, session, socket, input }) => {
    socket.data.focus = input.focused ? input.conversation : undefined;
    await presence.focus(session.member, socket.id, socket.data.focus);
    return nothingToSay;
  }),
];
