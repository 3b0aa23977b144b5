import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TYPES,
  type NotificationSettings,
  type ParsedOf,
  type updateNotifications,
} from '@heartline/contracts';
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';

/** The notification settings that a member changed; the rest are defaults. `_id` is the member. */
interface SettingsDoc extends Partial<Omit<NotificationSettings, 'push' | 'email'>> {
  _id: string;
  push?: Partial<NotificationSettings['push']>;
  email?: Partial<NotificationSettings['email']>;
}

export type SettingsChange = ParsedOf<typeof updateNotifications>;

export const NOTIFICATION_SETTINGS = 'notificationSettings';

const settings = (mongo: Mongo) => mongo.connection.collection<SettingsDoc>(NOTIFICATION_SETTINGS);

/** The settings of these members, each complete. */
export async function readSettings(
  mongo: Mongo,
  members: readonly string[],
): Promise<Map<string, NotificationSettings>> {
  const docs = await settings(mongo)
    .find({ _id: { $in: [...members] } })
    .toArray();
  const byMember = new Map(docs.map((doc) => [doc._id, doc]));
  return new Map(members.map((member) => [member, complete(byMember.get(member))]));
}

function complete(doc: SettingsDoc | undefined): NotificationSettings {
  return {
    push: { ...DEFAULT_NOTIFICATIONS.push, ...doc?.push },
    email: { ...DEFAULT_NOTIFICATIONS.email, ...doc?.email },
    quiet_hours: doc?.quiet_hours ?? DEFAULT_NOTIFICATIONS.quiet_hours,
    discreet_push: doc?.discreet_push ?? DEFAULT_NOTIFICATIONS.discreet_push,
  };
}

/** Writes the given switches one by one, so that concurrent changes of two switches both count. */
export async function writeSettings(mongo: Mongo, member: string, change: SettingsChange): Promise<void> {
  const set: Record<string, unknown> = {};
  for (const channel of NOTIFICATION_CHANNELS) {
    for (const type of NOTIFICATION_TYPES) {
      const value = change[channel]?.[type];
      if (value !== undefined) set[`${channel}.${type}`] = value;
    }
  }
  if (change.quiet_hours !== undefined) set['quiet_hours'] = change.quiet_hours;
  if (change.discreet_push !== undefined) set['discreet_push'] = change.discreet_push;
  if (Object.keys(set).length === 0) return;
  await settings(mongo).updateOne({ _id: member }, { $set: set }, { upsert: true });
}
