import type { NotificationType } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The name and the description of each notification type. */
export const TYPE_LABELS: Record<NotificationType, { name: MessageDescriptor; about: MessageDescriptor }> = {
  new_conversations: {
    name: msg`New chats`,
    about: msg`Someone writes to you for the first time`,
  },
  new_messages: { name: msg`New messages`, about: msg`In your existing chats` },
  like: {
    name: msg({ context: 'notification type', message: 'Likes' }),
    about: msg`Someone likes you or likes you back`,
  },
  unread_message_reminders: {
    name: msg`Unread messages`,
    about: msg`One reminder when a message has waited for a day`,
  },
  promotions: { name: msg`Promotions`, about: msg`Discounts on credits` },
  weekly_updates: { name: msg`Weekly updates`, about: msg`Who’s new, once a week` },
  news: { name: msg`News`, about: msg`What changes on this site` },
  reminders: { name: msg`Reminders`, about: msg`Complete your profile, use your credits` },
};
