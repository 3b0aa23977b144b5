import { join } from 'node:path';
import { type Mailbox, startMailbox } from '../mailbox/mailbox.ts';
import type { Places } from '../pages/page.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../payment-sandbox/payment-sandbox.ts';
import { type PushService, startPushService } from '../push-service/push-service.ts';
import { sandboxAccounts } from '../stack/payment-accounts.ts';
import type { Secrets } from '../stack/secrets.ts';

/** Stubs of external services: a mail server, a push service, a payment provider. */
export interface ExternalStubs {
  mailbox: Mailbox;
  push: PushService;
  payments: PaymentSandbox;
  stop(): Promise<void>;
}

export interface ExternalStubOptions {
  dir: string;
  secrets: Pick<Secrets, 'paymentKey' | 'paymentWebhookSecret'>;
  /** Undefined ports take free ones. */
  ports?: { mailbox: number; push: number; payments: number };
  places?: Places;
  now?: () => number;
  /** Address of stripe-mock, for tests. */
  stripeMock?: () => Promise<string>;
}

/** Starts the neighbours of one installation. */
export async function startExternalStubs(options: ExternalStubOptions): Promise<ExternalStubs> {
  const { ports, secrets } = options;
  const shared = options.places ? { places: options.places } : {};
  const [mailbox, push, payments] = await Promise.all([
    startMailbox({ httpPort: ports?.mailbox ?? 0, ...shared }),
    startPushService({ port: ports?.push ?? 0, ...shared }),
    startPaymentSandbox({
      port: ports?.payments ?? 0,
      accounts: sandboxAccounts(secrets),
      file: join(options.dir, 'payments.json'),
      ...(options.now ? { now: options.now } : {}),
      ...(options.stripeMock ? { stripeMock: options.stripeMock } : {}),
      ...shared,
    }),
  ]);
  return {
    mailbox,
    push,
    payments,
    async stop() {
      await Promise.all([mailbox.stop(), push.stop(), payments.stop()]);
    },
  };
}
