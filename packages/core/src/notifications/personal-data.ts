import { under } from '@heartline/platform';
import type { PersonalData } from '../accounts/index.ts';
import { NOTIFICATIONS } from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { PENDING_MAILS } from './pending-mail.repository.ts';
import { NOTIFICATION_SETTINGS, readSettings } from './settings.repository.ts';
import { SUBSCRIPTIONS, type SubscriptionDoc } from './subscription.repository.ts';

/** Browsers with push, notification settings, and sent notifications. All of it is erased. */
export function notificationsData({ mongo }: Pick<NotificationsContext, 'mongo'>): PersonalData {
  const subscriptions = mongo.connection.collection<SubscriptionDoc>(SUBSCRIPTIONS);
  return {
    async erase(member) {
      await subscriptions.deleteMany({ member });
      await mongo.connection.collection<{ _id: string }>(NOTIFICATION_SETTINGS).deleteMany({ _id: member });
      await mongo.connection.collection<{ _id: string }>(PENDING_MAILS).deleteMany({ _id: under(member) });
      // Ids are `<recipient>:<cause>:<channel>`.
      await mongo.connection.collection<{ _id: string }>(NOTIFICATIONS).deleteMany({ _id: under(member) });
    },
    count: async () => 1,
    async *gather(member) {
      const rows = await subscriptions.find({ member }).limit(100).toArray();
      yield {
        kind: 'data',
        name: 'notifications',
        title: 'notifications',
        data: {
          browsers: rows.map(({ createdAt, endpoint }) => ({
            device: new URL(endpoint).hostname,
            createdAt,
          })),
          settings: (await readSettings(mongo, [member])).get(member),
        },
      };
    },
  };
}
