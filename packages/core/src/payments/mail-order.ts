import type { PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * Mails the member how an order is paid, once. A transfer gets the account (6.9). A debit gets its day and the whole
 * mandate, which is its pre-notification (L12).
 */
export async function mailOrder(
  { accounts }: Pick<PaymentsContext, 'accounts'>,
  payment: PaymentDoc,
): Promise<void> {
  const { _id, member, transfer, debit, credits, priceCents: cents, currency, createdAt: at } = payment;
  if (!transfer && !debit) return;
  const id = `${debit ? 'debit' : 'transfer'}-${_id}`;
  if (await accounts.wasMailed(id)) return;
  const template = debit ? 'debit-mandate' : 'transfer-instructions';
  const receipt = { payment: _id, credits, cents, currency, at };
  await accounts.mail(member, { id, template, secret: null, receipt });
}
