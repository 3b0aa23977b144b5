import type { Core } from '@heartline/core';
import type { Admin } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { findMembers } from './find-member.ts';
import { strayRows } from './stray-rows.ts';

/** Shows the payments and strays that an operator means by an id, or by whom they are of. */
export async function findPayments(admin: Admin, wanted: string): Promise<void> {
  const core = await admin.core();
  const what = wanted.trim();
  const [payments, strays] = await Promise.all([paymentsOf(core, what), core.payments.findStrays(what)]);
  const rows = payments.map((payment) => ({
    at: time(payment.createdAt),
    payment: payment._id,
    member: payment.member,
    method: payment.method,
    account: payment.account,
    provider: payment.providerId,
    price: money(payment.priceCents, payment.currency),
    state: payment.reason === null ? payment.state : `${payment.state} (${payment.reason})`,
    credits: payment.grantedAt === null ? 'not given' : `given ${time(payment.grantedAt)}`,
  }));
  const found = table(rows, `No payment is found for “${what}”.`);
  const beside = strays.length > 0 ? `\n\nStrays:\n${table(strayRows(strays))}` : '';
  admin.show({ payments, strays }, `${found}${beside}`);
}

/** Ids first: only then the members whose address or name it may be. */
async function paymentsOf(core: Core, what: string) {
  const named = await core.payments.findPayments(what);
  if (named.length > 0) return named;
  const members = await findMembers(core, what);
  return (await Promise.all(members.map(({ id }) => core.payments.findPayments(id)))).flat();
}
