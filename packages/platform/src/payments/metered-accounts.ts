import { Counter, Histogram, type Registry } from 'prom-client';
import {
  type DirectDebits,
  type PaymentAccounts,
  type PaymentProvider,
  ProviderUnavailable,
} from '../ports.ts';

/** Providers answer within 4 s, or not at all. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

/** The same accounts, with the duration of each call and the calls without an answer as metrics, by account. */
export function meteredAccounts(accounts: PaymentAccounts, metrics: Registry): PaymentAccounts {
  const seconds = new Histogram({
    name: 'provider_seconds',
    help: 'Duration of calls to payment providers, by account and call',
    labelNames: ['account', 'call'],
    buckets: SECONDS,
    registers: [metrics],
  });
  const failures = new Counter({
    name: 'provider_failures_total',
    help: 'Calls to payment providers without a usable answer, by account; refusals are answers',
    labelNames: ['account'],
    registers: [metrics],
  });
  const timerOf =
    (account: string): Timer =>
    async (call, run) => {
      const stop = seconds.startTimer({ account, call });
      try {
        return await run();
      } catch (error) {
        if (error instanceof ProviderUnavailable) failures.inc({ account });
        throw error;
      } finally {
        stop();
      }
    };
  const metered = new Map<string, PaymentProvider>();
  for (const account of accounts.names) {
    const provider = accounts.of(account);
    if (provider) metered.set(account, timed(provider, timerOf(account)));
    // An alert on a rise needs a value before the first failure.
    failures.inc({ account }, 0);
  }
  return {
    names: accounts.names,
    of: (account) => metered.get(account),
    serving: (method) => accounts.serving(method),
  };
}

/** Runs a call of this name, and counts it. */
type Timer = <T>(call: string, run: () => Promise<T>) => Promise<T>;

function timed(provider: PaymentProvider, time: Timer): PaymentProvider {
  const { debits } = provider;
  return {
    name: provider.name,
    can: provider.can,
    keyHours: provider.keyHours,
    open: (order) => time('open', () => provider.open(order)),
    find: (reference, since) => time('find', () => provider.find(reference, since)),
    close: (id) => time('close', () => provider.close(id)),
    look: (id) => time('look', () => provider.look(id)),
    refund: (wish) => time('refund', () => provider.refund(wish)),
    readWebhook: (raw) => provider.readWebhook(raw),
    async *list(from, to) {
      const looks = provider.list(from, to)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await time('list', () => looks.next());
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await looks.return?.();
      }
    },
    ...(debits && { debits: timedDebits(debits, time) }),
    ...(provider.disputedSince && {
      disputedSince: (since: number) =>
        time('disputedSince', async () => (await provider.disputedSince?.(since)) ?? []),
    }),
  };
}

function timedDebits(debits: DirectDebits, time: Timer): DirectDebits {
  return {
    mandate: (wish) => time('mandate', () => debits.mandate(wish)),
    collect: (order) => time('collect', () => debits.collect(order)),
    revoke: (mandate) => time('revoke', () => debits.revoke(mandate)),
  };
}
