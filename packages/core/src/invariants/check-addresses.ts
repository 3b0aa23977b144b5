import { documentsOf, everyDocument } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

const FIELDS = ['site', 'emailKey', 'status'] as const;

interface AccountDoc {
  _id: string;
  site: string;
  emailKey: string;
  status: string;
}

const claimOf = ({ site, emailKey }: AccountDoc) => `${site}:${emailKey}`;

/** A3, for everything: an address belongs to the active account that has it, and so to no other account. */
export async function* checkAddresses(audit: Audit): AsyncGenerator<Violation> {
  if (!audit.whole) return;
  for await (const batch of everyDocument<AccountDoc>(audit, 'accounts', FIELDS)) {
    const active = batch.filter(({ status }) => status === 'active');
    const claims = await documentsOf<{ _id: string; member: string }>(audit, 'emails', active.map(claimOf), [
      'member',
    ]);
    const odd = active.filter((account) => claims.get(claimOf(account))?.member !== account._id);
    // Read accounts again that changed the address or were erased between the two reads: a claim precedes its
    // account, and is removed after it.
    const existing = await documentsOf<AccountDoc>(
      audit,
      'accounts',
      odd.map(({ _id }) => _id),
      FIELDS,
    );
    for (const account of odd) {
      const now = existing.get(account._id);
      if (now?.status !== 'active' || claimOf(now) !== claimOf(account)) continue;
      const holder = claims.get(claimOf(account))?.member ?? 'nobody';
      yield { invariant: 'A3', subject: account._id, detail: `active, but its address belongs to ${holder}` };
    }
  }
}
