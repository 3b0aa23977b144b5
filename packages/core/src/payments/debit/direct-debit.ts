import {
  type directDebit as contract,
  type OutputOf,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { type Buyer, buyerOf, type PaymentsContext, payCountry } from '../payments-context.ts';
import { readDebtor } from './read-debtor.ts';

type Input = ParsedOf<typeof contract>;

/** The member who orders, and the device they sign on. */
export interface Debtor extends Buyer {
  ip: string;
  /** The network that text messages are counted by. */
  network: string;
  userAgent: string | null;
}

/** Orders a pack by direct debit. */
export async function directDebit(
  context: PaymentsContext,
  from: Debtor,
  input: Input,
): Promise<Result<OutputOf<typeof contract>>> {
  const [facts, { settings }] = await Promise.all([
    buyerOf(context, from.member),
    context.site.settingsOf(from.site),
  ]);
  const country = payCountry(settings, input.country, facts.country);
  const debtor = readDebtor(input, { countries: settings.countries, country });
  if (!debtor.ok) return debtor;
  return refuse('METHOD_UNAVAILABLE', { values: { reason: 'closed' } });
}
