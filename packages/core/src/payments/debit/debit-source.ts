import { type directDebit as contract, ok, type ParsedOf, type Result, refuse } from '@heartline/contracts';
import type { PaymentsContext } from '../payments-context.ts';
import { keyedHash } from './keyed-hash.ts';
import { findMandate, type MandateDoc } from './mandate.repository.ts';
import { type ReadDebtor, readDebtor, readPhone } from './read-debtor.ts';

type Input = Pick<
  ParsedOf<typeof contract>,
  'package' | 'mandate' | 'account_holder' | 'iban' | 'street' | 'house_number' | 'zip' | 'city' | 'phone'
>;

/** Keyed hashes of account and phone, by which they are blocked. */
export interface SourceKeys {
  ibanKey: string;
  phoneKey: string;
}

/** A form that was filled in for this order. Account number and phone live for one request only. */
export interface FormSource extends SourceKeys {
  kind: 'form';
  debtor: ReadDebtor;
  phone: string;
  ibanEnd: string;
  /** Keyed hash of account, phone and pack, to which the code is bound. */
  boundTo: string;
}

/** A mandate that the member signed before; `phone` is there if a code is needed again. */
export interface MandateSource extends SourceKeys {
  kind: 'mandate';
  mandate: MandateDoc;
  phone: string | null;
  ibanEnd: string;
  boundTo: string;
}

export type Source = FormSource | MandateSource;

/** The countries of the site, and the one to pay in. */
type Place = Parameters<typeof readDebtor>[1];

/** The account of an order: from the form, or of the mandate that it names. Refused with the fields at fault. */
export async function debitSourceOf(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
  input: Input,
  place: Place,
): Promise<Result<Source>> {
  if (input.mandate !== undefined) return sourceOfMandate(context, { member, site }, input, place);
  const read = readDebtor(input, place);
  if (!read.ok) return read;
  const { value: debtor } = read;
  const { iban, phone } = debtor;
  return ok({
    kind: 'form',
    debtor,
    phone,
    ibanEnd: iban.slice(-4),
    ibanKey: keyedHash(context, 'iban', iban),
    phoneKey: keyedHash(context, 'phone', phone),
    boundTo: keyedHash(context, 'order', `${iban} ${phone} ${input.package}`),
  });
}

/** A mandate that the member can use on this site. A phone beside it must be the one it was signed with. */
async function sourceOfMandate(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
  { mandate: reference = '', phone: typed, package: pack }: Input,
  place: Place,
): Promise<Result<MandateSource>> {
  const mandate = await findMandate(context.mongo, reference);
  const isOwn = mandate?.member === member && mandate.site === site;
  if (!isOwn || mandate.state === 'revoked')
    return refuse('VALIDATION_FAILED', { fields: { mandate: 'INVALID' } });
  const phone = typed === undefined ? null : readPhone(typed, place);
  const isTheirs = phone === null || (phone && keyedHash(context, 'phone', phone) === mandate.phoneKey);
  if (!isTheirs) return refuse('VALIDATION_FAILED', { fields: { phone: 'PHONE_INVALID' } });
  const { _id, ibanEnd, ibanKey, phoneKey } = mandate;
  const boundTo = keyedHash(context, 'order', `${_id} ${phoneKey} ${pack}`);
  return ok({ kind: 'mandate', mandate, phone: phone ?? null, ibanEnd, ibanKey, phoneKey, boundTo });
}
