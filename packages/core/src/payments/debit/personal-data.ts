import type { Mongo } from '@heartline/platform';
import type { PersonalData } from '../../accounts/index.ts';
import { blocksOf, eraseBlocksOf } from './block.repository.ts';
import { eraseDebitLimitOf } from './limit.repository.ts';
import { eraseMandatesOf, listMandates } from './mandate.repository.ts';
import { eraseSmsCodesOf } from './sms-code.repository.ts';

const MOST = 1_000;

/**
 * Erases what direct debits know of a member. A mandate stays as proof for 14 months after its last debit, without the
 * name; it can’t be used any more. A blocked account number or phone stays as a hash that names nobody.
 */
export async function eraseDebitsOf(mongo: Mongo, member: string): Promise<void> {
  await eraseMandatesOf(mongo, member);
  await eraseBlocksOf(mongo, member);
  await eraseDebitLimitOf(mongo, member);
  await eraseSmsCodesOf(mongo, member);
}

/** The mandates of a member, and whether direct debit is closed for them, for the export. */
export async function* debitsData(mongo: Mongo, member: string): ReturnType<PersonalData['gather']> {
  const [mandates, blocks] = await Promise.all([listMandates(mongo, member, MOST), blocksOf(mongo, member)]);
  if (mandates.length === 0 && blocks.length === 0) return;
  yield {
    kind: 'data',
    name: 'direct-debits',
    title: 'directDebits',
    data: {
      mandates: mandates.map((one) => ({
        mandate: one.reference,
        accountHolder: one.holder,
        accountEnd: one.ibanEnd,
        bankCountry: one.bankCountry,
        language: one.locale,
        textVersion: one.textVersion,
        signedAt: one.signedAt,
        addressCountry: one.ipCountry,
        state: one.state,
      })),
      directDebitBlocks: blocks.map(({ at, why }) => ({ at, blockedFor: why })),
    },
  };
}
