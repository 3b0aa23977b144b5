import { returnKind } from '@heartline/domain';
import type { PaymentDoc } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';
import {
  blockIdOf,
  forgetReturn,
  insertBlock,
  noteReturn,
  type PaymentBlockDoc,
} from './block.repository.ts';
import { findMandate } from './mandate.repository.ts';

/**
 * Closes direct debit after the bank returned one. `reason` is its R-code, such as `AM04`, or the provider’s own word. Safe
 * to repeat.
 *
 * - Any return blocks the member until it is repaid (setting `direct_debit_returns`).
 * - A closed or wrong account (AC01, AC04, AC06) is blocked.
 * - A debit that the payer refused (MD01, MD06, MS02) blocks account and member, until an operator decides.
 */
export async function blockReturned(
  context: PaymentsContext,
  payment: PaymentDoc,
  reason: string,
): Promise<void> {
  const { _id, member, debit } = payment;
  const at = context.clock.now();
  await noteReturn(context.mongo, { member, payment: _id, note: reason, at });
  const why = returnKind(reason);
  if (why !== 'account' && why !== 'refused') return;
  const mandate = debit && (await findMandate(context.mongo, debit.mandate));
  const isOpen = why === 'refused';
  const block: Omit<PaymentBlockDoc, '_id'> = { why, note: reason, at, member, isOpen };
  if (mandate) await insertBlock(context.mongo, { ...block, _id: blockIdOf('iban', mandate.ibanKey) });
  if (!isOpen) return;
  await insertBlock(context.mongo, { ...block, _id: blockIdOf('member', member) });
  context.logger.error({ payment: _id, reason }, 'direct debit refused by the payer: see admin blocks');
}

/** The money of a returned debit came after all: it blocks its member no more. A blocked account stays blocked. */
export async function unblockReturned(
  { mongo }: PaymentsContext,
  { _id: payment, member }: Pick<PaymentDoc, '_id' | 'member'>,
): Promise<void> {
  await forgetReturn(mongo, { member, payment });
}
