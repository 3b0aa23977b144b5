import type {
  Clock,
  Ids,
  Logger,
  Mongo,
  PaymentProvider,
  Presence,
  Publisher,
  PushSender,
  Queues,
  Redis,
} from '@heartline/platform';

/**
 * Everything a use case may reach. Services build it once at start; tests build it with their own clock and ids.
 * A feature takes only what it needs: `Pick<CoreDeps, 'mongo' | 'clock'>`.
 */
export interface CoreDeps {
  mongo: Mongo;
  redis: Redis;
  queues: Queues;
  publisher: Publisher;
  presence: Presence;
  clock: Clock;
  ids: Ids;
  push: PushSender;
  payments: PaymentProvider;
  logger: Logger;
  config: CoreConfig;
}

/** The few facts of an installation that use cases need. */
export interface CoreConfig {
  /** Origin that links in mails and payment pages lead to, such as `https://example.com`; never taken from a request. */
  publicOrigin: string;
  /** Where a payment provider reaches us. */
  webhookOrigin: string;
  /** Signs short-lived addresses of pictures. */
  mediaSecret: string;
  /** Folder (or store) the pictures are in. */
  mediaDir: string;
}
