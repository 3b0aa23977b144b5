import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from '../ports.ts';
import { meteredAccounts } from './metered-accounts.ts';

const fail = (error: Error) => async () => {
  throw error;
};
const plain: PaymentProvider = {
  name: 'bridge',
  can: { ideal: { refund: 'partial', close: 'always' } },
  keyHours: 24,
  open: fail(new ProviderRefused('amount', 'too little')),
  find: async () => ['tr_1'],
  close: async () => ({ outcome: 'closed' }),
  look: fail(new ProviderUnavailable('no answer')),
  refund: fail(new ProviderUnavailable('no answer')),
  readWebhook: () => ({ eventId: 'e1', look: [] }),
  async *list() {
    yield* [];
    throw new ProviderUnavailable('no answer');
  },
};
const provider: PaymentProvider = {
  ...plain,
  debits: {
    mandate: async () => ({ id: 'mdt_1', reference: 'HL1' }),
    collect: fail(new ProviderUnavailable('no answer')),
    revoke: async () => undefined,
  },
  disputedSince: async () => ['tr_2'],
};

function metered() {
  const metrics = new Registry();
  const accounts = meteredAccounts(
    {
      names: ['main', 'spare'],
      of: (name) => (name === 'none' ? undefined : provider),
      serving: () => ['main'],
    },
    metrics,
  );
  return { metrics, accounts };
}

it('passes calls on, and knows no other account', async () => {
  const { accounts } = metered();
  expect(accounts.names).toEqual(['main', 'spare']);
  expect(accounts.serving('ideal')).toEqual(['main']);
  expect(accounts.of('none')).toBeUndefined();
  const main = accounts.of('main');
  expect(main).toMatchObject({ name: 'bridge', keyHours: 24, can: provider.can });
  expect(await main?.find('f', 0)).toEqual(['tr_1']);
  expect(main?.readWebhook({} as never)).toEqual({ eventId: 'e1', look: [] });
  expect(await main?.debits?.mandate({} as never)).toEqual({ id: 'mdt_1', reference: 'HL1' });
  expect(await main?.debits?.revoke('mdt_1')).toBeUndefined();
  expect(await main?.disputedSince?.(0)).toEqual(['tr_2']);
});

it('offers no direct debit and no disputes for a provider without them', () => {
  const accounts = meteredAccounts(
    { names: ['main'], of: () => plain, serving: () => ['main'] },
    new Registry(),
  );
  expect(accounts.of('main')).not.toHaveProperty('debits');
  expect(accounts.of('main')).not.toHaveProperty('disputedSince');
});

it('counts each call by account, and a failure only when no answer came', async () => {
  const { metrics, accounts } = metered();
  const main = accounts.of('main');
  await expect(main?.open({} as never)).rejects.toThrow('too little');
  await expect(main?.look('tr_1')).rejects.toThrow('no answer');
  await expect(main?.list(0, 1)[Symbol.asyncIterator]().next()).rejects.toThrow('no answer');
  await expect(main?.debits?.collect({} as never)).rejects.toThrow('no answer');
  const text = await metrics.metrics();
  expect(text).toContain('provider_failures_total{account="main"} 3');
  expect(text).toContain('provider_failures_total{account="spare"} 0');
  for (const call of ['open', 'look', 'list', 'collect'])
    expect(text).toContain(`provider_seconds_count{account="main",call="${call}"} 1`);
});
