import type { PaymentMethod, PrivateSettings } from '@heartline/contracts';
import type { MethodQuery } from '@heartline/domain';
import { type PaymentAccounts, type PaymentProvider, ProviderUnavailable } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';

type Routes = PrivateSettings['payment_routes'];

/** The accounts that serve a way to pay at a site, the first choice first. */
export function routeOf(accounts: PaymentAccounts, routes: Routes, method: PaymentMethod): readonly string[] {
  const serving = accounts.serving(method);
  const wanted = routes[method] ?? routes['*'];
  return wanted ? wanted.filter((account) => serving.includes(account)) : serving;
}

/**
 * The provider of an account.
 * @throws {ProviderUnavailable} if the configuration has no such account any more: its payments wait.
 */
export function providerOf(accounts: PaymentAccounts, account: string): PaymentProvider {
  const provider = accounts.of(account);
  if (!provider) throw new ProviderUnavailable(`payment account ${account} is not configured`);
  return provider;
}

/**
 * The accounts with direct debit by our own form alone; a hosted page of a provider is not offered beside it. The form
 * needs a provider that registers mandates, an account for text messages, and the key of the hashes.
 */
export function withOurForm({
  payments: accounts,
  sms,
  config,
}: Pick<CoreDeps, 'payments' | 'sms' | 'config'>): PaymentAccounts {
  const isReady = sms !== undefined && config.paymentHashSecret !== undefined;
  return {
    names: accounts.names,
    of: accounts.of,
    serving(method) {
      const serving = accounts.serving(method);
      return method === 'sdd'
        ? serving.filter((account) => isReady && accounts.of(account)?.debits !== undefined)
        : serving;
    },
  };
}

/** The settings and accounts that decide which ways to pay a site offers in a country. */
export function methodQueryOf(
  accounts: PaymentAccounts,
  settings: PrivateSettings,
  place: { country: string; currency: string },
): MethodQuery {
  return {
    ...place,
    offered: settings.payment_methods,
    retired: settings.retired_methods,
    isServed: (method) => routeOf(accounts, settings.payment_routes, method).length > 0,
  };
}

/** The problems of a site’s routes, a sentence each with its fix. */
export function routeProblems(accounts: PaymentAccounts, site: string, routes: Routes): string[] {
  return Object.entries(routes).flatMap(([method, names]) =>
    (names ?? []).flatMap((name) => problemOf(accounts, site, method as keyof Routes, name) ?? []),
  );
}

function problemOf(
  accounts: PaymentAccounts,
  site: string,
  method: keyof Routes,
  name: string,
): string | undefined {
  const provider = accounts.of(name);
  if (!provider) {
    return `The site ${site} routes ${method} to the account ${name}, which is not configured. Fix: add it to PAYMENT_ACCOUNTS, or run admin methods route ${site} ${method} with one of ${accounts.names.join(', ')}.`;
  }
  if (method === '*' || provider.can[method]) return undefined;
  const able = accounts.serving(method);
  const fix =
    able.length > 0
      ? `run admin methods route ${site} ${method} with ${able.join(' or ')}`
      : 'add an account whose provider serves it';
  return `The site ${site} routes ${method} to the account ${name}, but ${provider.name} does not serve it. Fix: ${fix}.`;
}
