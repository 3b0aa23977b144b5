import type { PaymentMethod } from '@heartline/contracts';
import { type Clock, systemClock } from '../clock.ts';
import type { PaymentAccounts, PaymentProvider, ProviderName } from '../ports.ts';
import type { PaymentAccountSettings } from './account-settings.ts';
import { createBridge } from './bridge/bridge.ts';
import { createMollie } from './mollie/mollie.ts';
import { createNexi } from './nexi/nexi.ts';

/** The provider that serves a way to pay where an installation has several; the bridge serves what is left. */
const USUAL: Readonly<Partial<Record<PaymentMethod, ProviderName>>> = {
  ideal: 'mollie',
  bancontact: 'mollie',
  eps: 'mollie',
  paysafecard: 'mollie',
  sct: 'mollie',
  creditcard: 'stripe',
  applepay: 'stripe',
  blik: 'stripe',
  prezelewy24: 'stripe',
  paypal: 'stripe',
  sdd: 'stripe',
  nexi: 'nexi',
};

type Make = (settings: PaymentAccountSettings, clock: Clock) => PaymentProvider | Promise<PaymentProvider>;

/** Makes a provider from the settings of an account. A new provider is a line here and a folder. */
const PROVIDERS: Readonly<Record<ProviderName, Make>> = {
  bridge: ({ url = '', webhookSecret = '', ...settings }) =>
    createBridge({ ...settings, url, webhookSecret }),
  // Its SDK takes longer to load than the rest of a start: only processes with an account there load it.
  stripe: async ({ webhookSecret = '', ...settings }, clock) => {
    const { createStripe } = await import('./stripe/stripe.ts');
    return createStripe({ ...settings, webhookSecret, clock });
  },
  mollie: createMollie,
  nexi: createNexi,
};

/** The providers of all accounts, by name. `accounts` come from the configuration, which has checked them. */
export async function createPaymentAccounts(
  accounts: readonly PaymentAccountSettings[],
  clock = systemClock,
): Promise<PaymentAccounts> {
  const made = accounts.map(async (one) => [one.account, await PROVIDERS[one.provider](one, clock)] as const);
  const byName = new Map(await Promise.all(made));
  const names = [...byName.keys()];
  return {
    names,
    of: (account) => byName.get(account),
    serving(method) {
      const able = names.filter((name) => byName.get(name)?.can[method]);
      const isUsual = (name: string) => byName.get(name)?.name === USUAL[method];
      return [...able.filter(isUsual), ...able.filter((name) => !isUsual(name))];
    },
  };
}
