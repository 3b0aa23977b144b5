import type { NotificationSettings } from '@heartline/contracts';
import type { ReadCache } from '@heartline/platform';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Likes } from '../likes/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Pages } from '../pages/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';

/** Shared context of the use cases of this feature, built once by `createNotifications`. */
export interface NotificationsContext
  extends Pick<
    CoreDeps,
    'mongo' | 'queues' | 'presence' | 'publisher' | 'push' | 'clock' | 'logger' | 'config'
  > {
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<
    Accounts,
    'accountOf' | 'setPushSubscribed' | 'enableMail' | 'livingSessions' | 'deliverMail' | 'mail'
  >;
  /** Members' notification settings, at most a few seconds old. */
  settings: ReadCache<NotificationSettings>;
  safety: Pick<Safety, 'isBlocked'>;
  profiles: Pick<Profiles, 'cards' | 'profileOf'>;
  messaging: Pick<Messaging, 'unreadChats' | 'readMarksOf' | 'isMuted'>;
  payments: Pick<Payments, 'receiptOfPayment' | 'originOfPayment' | 'moneyFacts'>;
  pages: Pick<Pages, 'page'>;
  likes: Pick<Likes, 'newLikes' | 'likersInTheNews' | 'between'>;
}
