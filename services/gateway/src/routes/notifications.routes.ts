import { registerPush } from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const notificationsRoutes: readonly CallHandler[] = [
  handle(registerPush, ({ core, caller, input }) =>
    core.notifications.registerPush(caller.member, input.subscription),
  ),
];
