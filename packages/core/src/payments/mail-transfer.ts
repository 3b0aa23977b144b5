import type { PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** Mails the member where to transfer the money to, once for each order; nothing for other ways to pay (6.9). */
export async function mailTransfer(
  { accounts }: Pick<PaymentsContext, 'accounts'>,
  { _id: payment, member, transfer, credits, priceCents: cents, currency, createdAt: at }: PaymentDoc,
): Promise<void> {
  const id = `transfer-${payment}`;
  if (!transfer || (await accounts.wasMailed(id))) return;
  const receipt = { payment, credits, cents, currency, at };
  await accounts.mail(member, { id, template: 'transfer-instructions', secret: null, receipt });
}
