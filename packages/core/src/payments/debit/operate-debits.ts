import { id } from '@heartline/contracts';
import type { PaymentsContext } from '../payments-context.ts';
import {
  blockIdOf,
  confirmBlock,
  insertBlock,
  listBlocks,
  type PaymentBlockDoc,
  removeBlock,
} from './block.repository.ts';
import { keyedHash } from './keyed-hash.ts';
import { listMandates, type MandateDoc } from './mandate.repository.ts';
import { readAnyPhone, readIban } from './read-debtor.ts';
import { revoke } from './revoke-mandate.ts';

type Outcome<T> = { done: T } | { problem: string };

/** The target of a block: an account number or phone as an operator typed it, or the id of a member. */
export interface Blocked {
  kind: 'iban' | 'phone' | 'member';
  value: string;
}

/** The operators’ command for mandates and blocks of direct debit. A refusal is a sentence. */
export function operateDebits(context: PaymentsContext) {
  return {
    mandates: (member: string | undefined, limit: number): Promise<MandateDoc[]> =>
      listMandates(context.mongo, member, limit),
    revokeMandate: async (reference: string): Promise<Outcome<MandateDoc>> => {
      const mandate = await revoke(context, reference);
      return mandate ? { done: mandate } : { problem: `There is no mandate ${reference}.` };
    },
    blocks: (limit: number): Promise<PaymentBlockDoc[]> => listBlocks(context.mongo, limit),
    /** The id of a block without the number in clear; it is what the audit log names. */
    blockId: (what: Blocked): Outcome<string> => blockIdFor(context, what),
    /** Blocks, or confirms a block that the bank caused. */
    addBlock: async (_id: string, note: string): Promise<PaymentBlockDoc> => {
      const at = context.clock.now();
      const fresh = { _id, why: 'operator' as const, note, at, member: null, isOpen: false };
      const block = await insertBlock(context.mongo, fresh);
      if (block.isOpen) await confirmBlock(context.mongo, _id, note);
      return block.isOpen ? { ...block, why: 'operator', note, isOpen: false } : block;
    },
    removeBlock: async (_id: string): Promise<Outcome<string>> =>
      (await removeBlock(context.mongo, _id)) ? { done: _id } : { problem: `There is no block ${_id}.` },
  };
}

function blockIdFor(context: PaymentsContext, { kind, value }: Blocked): Outcome<string> {
  if (kind === 'member')
    return id.safeParse(value).success
      ? { done: blockIdOf('member', value) }
      : { problem: 'A member is named by the 24 digits of their id.' };
  if (context.config.paymentHashSecret === undefined)
    return { problem: 'Numbers are stored as hashes only. Fix: set PAYMENT_HASH_SECRET.' };
  const number = kind === 'iban' ? readIban(value)?.iban : readAnyPhone(value);
  if (number === undefined)
    return {
      problem:
        kind === 'iban'
          ? 'This is no account number of the SEPA area.'
          : 'This is no phone number with a country code, such as +31612345678.',
    };
  return { done: blockIdOf(kind, keyedHash(context, kind, number)) };
}
