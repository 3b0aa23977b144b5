import { eachAlone } from '@heartline/platform';
import type { PaymentsContext } from '../payments-context.ts';
import {
  changeDebt,
  type DebtDoc,
  type DebtRow,
  eraseDebt,
  openDebt,
  openDebts,
  type TakenOrder,
} from './debt.repository.ts';

const DAY_MS = 86_400_000;

/** Reminders after the mail of day 0, which says what the bank did. After the last one a person is next (6.8). */
const REMINDERS = [
  { afterMs: 7 * DAY_MS, template: 'debt-reminder' },
  { afterMs: 21 * DAY_MS, template: 'debt-last-reminder' },
] as const;
/** Minimum time between two reminders, where the first was late. */
const BETWEEN_MS = 7 * DAY_MS;

/** Money that a bank took back, or gave back: the credits of it, and the order it is about. */
export interface TakenMoney extends TakenOrder {
  /** Id of the dispute or return: one mail each. */
  id: string;
  member: string;
  credits: number;
}

/**
 * Mails that a bank took money back, and begins the reminders if the member owes credits now; not for an erased member.
 * `row` is the ledger row that took the credits. Safe to repeat.
 */
export async function announceTaken(
  context: PaymentsContext,
  { id, member, credits, ...order }: TakenMoney,
  { template, row }: { template: 'debit-returned' | 'dispute-taken'; row: DebtRow },
): Promise<void> {
  const now = context.clock.now();
  const { debt } = await context.credits.statusOf(member);
  if (debt > 0 && (await context.accounts.accountOf(member)))
    await openDebt(context.mongo, member, { order, row }, now);
  const receipt = { ...order, credits, at: now };
  await context.accounts.mail(member, { id: `taken-${id}`, template, secret: null, receipt });
}

/** Mails that a bank gave money back, and its credits with it. Safe to repeat. */
export async function announceGivenBack(
  context: PaymentsContext,
  { id, member, credits, ...order }: TakenMoney,
): Promise<void> {
  const receipt = { ...order, credits, at: context.clock.now() };
  const mail = { id: `given-back-${id}`, template: 'dispute-returned', secret: null, receipt } as const;
  await context.accounts.mail(member, mail);
}

/**
 * Reminds members who owe credits on day 7 and 21, and ends the debts that the ledger no longer has. Ids of mails are
 * fixed, so a repeat sends nothing twice. Returns the number of open debts.
 */
export async function remindDebtors(context: PaymentsContext): Promise<number> {
  const debts = await openDebts(context.mongo);
  await eachAlone(debts, (debt) => remind(context, debt));
  return debts.length;
}

async function remind(context: PaymentsContext, debt: DebtDoc): Promise<void> {
  const { _id: member, turn, since, reminders, remindedAt, order } = debt;
  // The debt may have been opened while its member was erased.
  if (!(await context.accounts.accountOf(member))) return eraseDebt(context.mongo, member);
  const { debt: credits } = await context.credits.statusOf(member);
  if (credits === 0) return changeDebt(context.mongo, debt, { state: 'ended' });
  const next = REMINDERS[reminders];
  const now = context.clock.now();
  const last = remindedAt === null ? Number.NEGATIVE_INFINITY : remindedAt + BETWEEN_MS;
  if (!next || now < Math.max(since + next.afterMs, last)) return;
  await context.accounts.mail(member, {
    id: `debt-${member}-${turn}-${reminders + 1}`,
    template: next.template,
    secret: null,
    receipt: { ...order, credits, at: now },
  });
  await changeDebt(context.mongo, debt, { reminders: reminders + 1, remindedAt: now });
}

/** A member who owes credits, for an operator. */
export interface Debtor {
  member: string;
  since: number;
  reminders: number;
  /** Credits owed now. */
  credits: number;
  order: TakenOrder;
}

/** Members who owe credits, the longest first. `forPerson`: those whom no reminder follows any more. */
export async function listDebts(
  context: PaymentsContext,
  { limit, forPerson }: { limit: number; forPerson: boolean },
): Promise<Debtor[]> {
  const open = await openDebts(context.mongo);
  const wanted = open.filter(({ reminders }) => !forPerson || reminders >= REMINDERS.length);
  const listed: Debtor[] = [];
  for (const { _id: member, since, reminders, order } of wanted) {
    if (listed.length === limit) break;
    const { debt: credits } = await context.credits.statusOf(member);
    if (credits > 0) listed.push({ member, since, reminders, credits, order });
  }
  return listed;
}
