import type { PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * Mails the member how an order is paid, once: the account to transfer to (6.9), or the day of the debit with the mandate,
 * which is its pre-notification (L12). Nothing for other ways to pay.
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
