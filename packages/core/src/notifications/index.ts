import type { JobDataOf, notifyMessages as job, PushSubscriptionInput } from '@heartline/contracts';
import type { Mailer } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { NOTIFICATIONS } from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { notifyMessages } from './notify-messages.ts';
import { notificationsData } from './personal-data.ts';
import { registerPush } from './register-push.ts';
import { sendMail } from './send-mail.ts';
import { SUBSCRIPTIONS } from './subscription.repository.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: SUBSCRIPTIONS, key: { member: 1 } },
  { collection: NOTIFICATIONS, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

/** Reaching members who are not looking: web push and mail. */
export function createNotifications(
  deps: Pick<CoreDeps, 'mongo' | 'queues' | 'presence' | 'push' | 'clock' | 'logger' | 'config'>,
  features: Pick<NotificationsContext, 'site' | 'accounts' | 'safety' | 'profiles' | 'messaging' | 'likes'>,
) {
  const context: NotificationsContext = {
    mongo: deps.mongo,
    queues: deps.queues,
    presence: deps.presence,
    push: deps.push,
    clock: deps.clock,
    logger: deps.logger,
    config: deps.config,
    ...features,
  };
  return {
    pushPublicKey: deps.push.publicKey,
    registerPush: (member: string, subscription: PushSubscriptionInput) =>
      registerPush(context, member, subscription),
    notifyMessages: (items: JobDataOf<typeof job>['items']) => notifyMessages(context, items),
    sendMail: (mailer: Mailer, mail: string) => sendMail(context, mailer, mail),
    personalData: notificationsData(context),
  };
}
