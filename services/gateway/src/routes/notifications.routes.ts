import {
  enableMail,
  getNotifications,
  ok,
  registerPush,
  unregisterPush,
  updateNotifications,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const notificationsRoutes: readonly CallHandler[] = [
  handle(registerPush, ({ core, caller, input }) =>
    core.notifications.registerPush(caller.member, caller.session, input.subscription),
  ),
  handle(unregisterPush, async ({ core, caller, input }) =>
    ok(await core.notifications.unregisterPush(caller.member, input.endpoint)),
  ),
  handle(getNotifications, async ({ core, caller }) =>
    ok(await core.notifications.getSettings(caller.member)),
  ),
  handle(updateNotifications, ({ core, caller, input }) =>
    core.notifications.changeSettings(caller.member, input),
  ),
  handle(enableMail, async ({ core, caller }) => ok(await core.notifications.enableMail(caller.member))),
];
