import type {
  JobDataOf,
  notifyMessages as job,
  notifyLike as likeJob,
  NotificationSettings,
  PushSubscriptionInput,
} from '@heartline/contracts';
import type { ActivityKind } from '@heartline/domain';
import { createReadCache, type Mailer } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { changeSettings, enableMail, getSettings } from './change-settings.ts';
import { turnMailOff } from './mail-off.ts';
import { mailOffPage } from './mail-off-page.ts';
import { NOTIFICATIONS } from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { notifyLike } from './notify-like.ts';
import { notifyMessages } from './notify-messages.ts';
import { PENDING_MAILS } from './pending-mail.repository.ts';
import { addPendingMail, sweepPendingMails } from './pending-mails.ts';
import { notificationsData } from './personal-data.ts';
import { registerPush, unregisterPush } from './register-push.ts';
import { sendMail } from './send-mail.ts';
import { readSettings, type SettingsChange } from './settings.repository.ts';
import { SUBSCRIPTIONS } from './subscription.repository.ts';

export { NOTIFICATIONS, NOTIFIED, type NotificationDoc } from './notification.repository.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: SUBSCRIPTIONS, key: { member: 1 } },
  { collection: PENDING_MAILS, key: { dueAt: 1 } },
  { collection: PENDING_MAILS, key: { againAt: 1 } },
  { collection: NOTIFICATIONS, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const SETTINGS_CACHE_MS = 2_000;

/** Notifies members who are away: web push and mail. */
export function createNotifications(
  deps: Pick<
    CoreDeps,
    'mongo' | 'queues' | 'presence' | 'publisher' | 'push' | 'clock' | 'logger' | 'config'
  >,
  features: Pick<
    NotificationsContext,
    'site' | 'accounts' | 'safety' | 'profiles' | 'payments' | 'pages' | 'messaging' | 'likes'
  >,
) {
  const context: NotificationsContext = {
    mongo: deps.mongo,
    queues: deps.queues,
    presence: deps.presence,
    publisher: deps.publisher,
    push: deps.push,
    clock: deps.clock,
    logger: deps.logger,
    config: deps.config,
    settings: createReadCache<NotificationSettings>(
      { ttlMs: SETTINGS_CACHE_MS, max: 50_000, now: deps.clock.now },
      (members) => readSettings(deps.mongo, members),
    ),
    ...features,
  };
  return {
    pushPublicKey: deps.push.publicKey,
    registerPush: (member: string, session: string, subscription: PushSubscriptionInput) =>
      registerPush(context, member, session, subscription),
    unregisterPush: (member: string, endpoint: string) => unregisterPush(context, member, endpoint),
    getSettings: (member: string) => getSettings(context, member),
    changeSettings: (member: string, change: SettingsChange) => changeSettings(context, member, change),
    enableMail: (member: string) => enableMail(context, member),
    notifyMessages: (items: JobDataOf<typeof job>['items']) => notifyMessages(context, items),
    notifyLike: (pair: JobDataOf<typeof likeJob>) => notifyLike(context, pair),
    /** These members may need a mail about news, if it stays unseen. */
    addPendingMail: (kind: ActivityKind, members: Iterable<string>) => addPendingMail(context, kind, members),
    sweepPendingMails: () => sweepPendingMails(context),
    mailOffPage: (token: string, isOff?: boolean) => mailOffPage(context, token, isOff),
    turnMailOff: (token: string) => turnMailOff(context, token),
    sendMail: (mailer: Mailer, mail: string) => sendMail(context, mailer, mail),
    personalData: notificationsData(context),
  };
}
