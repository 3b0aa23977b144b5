import type {
  Clock,
  Ids,
  Limits,
  Logger,
  Mongo,
  PaymentAccounts,
  Presence,
  Publisher,
  PushSender,
  Queues,
  Redis,
  SmsSender,
} from '@heartline/platform';

/**
 * All dependencies of use cases. Services build them once at start; tests build them with their own clock and
 * ids. A feature takes only the ones it needs: `Pick<CoreDeps, 'mongo' | 'clock'>`.
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
  payments: PaymentAccounts;
  /** Text messages; undefined without an account for them: then direct debit by our form is not offered. */
  sms: SmsSender | undefined;
  /** Limits that guard secrets and money, counted over all processes. */
  limits: Limits;
  logger: Logger;
  config: CoreConfig;
}

/** Configuration of an installation that use cases need. */
export interface CoreConfig {
  /**
   * Origin of links in mails and payment pages, such as `https://example.com`; never taken from a request.
   */
  publicOrigin: string;
  /** Origin at which a payment provider reaches this installation. */
  webhookOrigin: string;
  /** Signs short-lived addresses of pictures. */
  mediaSecret: string;
  /** Key of the hashes of account and phone numbers; undefined: no direct debit by form. */
  paymentHashSecret: string | undefined;
  /** Folder (or store) of the pictures. */
  mediaDir: string;
}
