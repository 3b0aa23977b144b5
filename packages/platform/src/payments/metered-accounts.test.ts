import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from '../ports.ts';
import { meteredAccounts } from './metered-accounts.ts';

const fail = (error: Error) => async () => {
  throw error;
};
const provider: PaymentProvider = {
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
});

it('counts each call by account, and a failure only when no answer came', async () => {
  const { metrics, accounts } = metered();
  const main = accounts.of('main');
  await expect(main?.open({} as never)).rejects.toThrow('too little');
  await expect(main?.look('tr_1')).rejects.toThrow('no answer');
  await expect(main?.list(0, 1)[Symbol.asyncIterator]().next()).rejects.toThrow('no answer');
  const text = await metrics.metrics();
  expect(text).toContain('provider_failures_total{account="main"} 2');
  expect(text).toContain('provider_failures_total{account="spare"} 0');
  for (const call of ['open', 'look', 'list'])
    expect(text).toContain(`provider_seconds_count{account="main",call="${call}"} 1`);
});
