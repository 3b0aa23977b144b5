import { CODE_USES, type CodeDoc, codeId, countUses, idOfUse, usesOf } from '../payments/index.ts';
import { chosenDocuments, documentsOf } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

interface PaidDoc {
  _id: string;
  site: string;
  member: string;
  grantedAt: number | null;
  code: { code: string };
}

type Code = Pick<CodeDoc, '_id' | 'validity' | 'maxUses'>;

/** A code that is not stored is the welcome discount, or a code of an erased member: once for each. */
const codeOf = ({ site, code: { code } }: PaidDoc, codes: ReadonlyMap<string, Code>): Code =>
  codes.get(codeId(site, code)) ?? { _id: codeId(site, code), validity: 'once-per-user', maxUses: null };

/** C13: each payment with a code used it, no member used one twice, and no code was used beyond its limit. */
export async function* checkCodes(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  const when = whole ? {} : { createdAt: { $gte: from, $lt: until } };
  const paid = { state: 'completed', code: { $type: 'object' }, ...when };
  const fields: (keyof PaidDoc)[] = ['site', 'member', 'grantedAt', 'code'];
  const counted = new Set<string>();
  for await (const payments of chosenDocuments<PaidDoc>(audit, 'payments', paid, fields)) {
    const ids = payments.map(({ site, code }) => codeId(site, code.code));
    const codes = await documentsOf<Code>(audit, 'codes', ids, ['validity', 'maxUses']);
    yield* unusedBy(audit, payments, codes);
    for (const code of codes.values()) {
      const limit = usesOf(code);
      if (limit === null || counted.has(code._id)) continue;
      counted.add(code._id);
      const uses = await countUses(audit.mongo, code._id);
      if (uses > limit)
        yield { invariant: 'C13', subject: code._id, detail: `used ${uses} times of ${limit}` };
    }
  }
}

/** Granted payments whose use of their code is missing, or belongs to another payment of the member. */
async function* unusedBy(
  audit: Audit,
  payments: readonly PaidDoc[],
  codes: ReadonlyMap<string, Code>,
): AsyncGenerator<Violation> {
  const idFor = (payment: PaidDoc) => idOfUse(codeOf(payment, codes), payment.member, payment._id);
  const uses = await documentsOf<{ _id: string; payment: string }>(audit, CODE_USES, payments.map(idFor), [
    'payment',
  ]);
  for (const payment of payments) {
    const use = uses.get(idFor(payment));
    if (payment.grantedAt === null || use?.payment === payment._id) continue;
    const detail = use ? `its code was used by the payment ${use.payment}` : 'its code was not used';
    yield { invariant: 'C13', subject: payment._id, detail };
  }
}
