import type { getDirectDebit as contract, OutputOf } from '@heartline/contracts';
import { MANDATE_VERSION } from '@heartline/i18n/mandates';
import type { SiteOfHost } from '../../site/index.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { currentMandateOf, isFresh, type MandateDoc } from './mandate.repository.ts';
import { debitOnOf } from './place-debit.ts';
import { isTrusted } from './trust.ts';

/** The member’s standing mandate, who collects, and whether credits would come at once. */
export async function getDirectDebit(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
): Promise<OutputOf<typeof contract>> {
  const { mongo, clock } = context;
  const [mandate, settings, trusted] = await Promise.all([
    currentMandateOf(mongo, { member, site }),
    context.site.settingsOf(site),
    isTrusted(context, { member, site }),
  ]);
  return {
    mandate: mandate ? presentMandate(mandate, clock.now()) : null,
    creditor: creditorOf(settings),
    isTrusted: trusted,
    textVersion: MANDATE_VERSION,
    debitOn: await debitOnOf(context, site),
  };
}

function presentMandate(mandate: MandateDoc, now: number) {
  const { _id: id, ibanEnd, signedAt } = mandate;
  return { id, ibanEnd, signedAt, isFresh: isFresh(mandate, now) };
}

/** The company that collects direct debits on a site. */
export function creditorOf({ privately, company, settings }: Omit<SiteOfHost, 'site'>): {
  name: string;
  identifier: string;
} {
  const name = privately.creditor_name || company.name || company.tradenames[0] || settings.name;
  return { name, identifier: privately.creditor_id };
}
