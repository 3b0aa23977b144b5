import { focusChanged } from '@heartline/contracts';
import { handleEvent, nothingToSay } from './handle-event.ts';

/** What the device has in front, so that nobody is pushed what they are looking at. */
export const notificationsHandlers = [
  handleEvent(focusChanged, async ({ presence, session, socket, input }) => {
    socket.data.focus = input.focused ? input.conversation : undefined;
    await presence.focus(session.member, socket.id, socket.data.focus);
    return nothingToSay;
  }),
];
