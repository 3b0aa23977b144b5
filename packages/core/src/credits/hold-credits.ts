import type { Refusal } from '@heartline/contracts';
import { holdCredits as decideHold, type HoldRefused, type HoldRequest } from '@heartline/domain';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

export interface Hold extends HoldRequest {
  member: string;
  clientId: string;
  conversation: string;
  /** The recipient: named in the refusal and linked in the statement. */
  profile: { id: string; name: string };
  hash: string;
  /** Its reason in the statement. */
  reason?: 'message' | 'photo' | 'gift';
  at: number;
}

export interface HoldDeps {
  ledger: Ledger;
  /** Those of these conversations that another person than the member began. */
  begunByOthers(member: string, conversations: readonly string[]): Promise<ReadonlySet<string>>;
}

export const holdKey = (clientId: string) => `hold:${clientId}`;

/**
 * Reserves the price of one message under its `clientId`: step 1 of the paid send. A second call with the
 * same key finds the first hold, whatever the balance is now. If two members write first to each other, both
 * use a free place; the second gets it back here before a refusal (decision 002).
 */
export async function holdCredits(
  { ledger, begunByOthers }: HoldDeps,
  hold: Hold,
): Promise<LedgerRow | Refusal> {
  const held = await append(ledger, hold);
  if (!('code' in held) || held.code !== 'CONVERSATION_LIMIT') return held;
  const others = await begunByOthers(hold.member, (await ledger.tail(hold.member))?.started ?? []);
  return others.size > 0 ? append(ledger, { ...hold, begunByOthers: others }) : held;
}

async function append(ledger: Ledger, hold: Hold): Promise<LedgerRow | Refusal> {
  const appended = await ledger.append<Refusal>(hold.member, holdKey(hold.clientId), (tail) => {
    const change = decideHold(accountAfter(tail), { ...hold, now: hold.at });
    if (typeof change === 'string' || 'code' in change) return { refused: refusalOf(change, hold) };
    const reference = { conversation: hold.conversation, profile: hold.profile.id, hash: hold.hash };
    return { row: ledgerContent(change, { reason: hold.reason ?? 'message', at: hold.at, hold: reference }) };
  });
  return appended.outcome === 'refused' ? appended.refused : appended.row;
}

function refusalOf(refused: HoldRefused, hold: Hold): Refusal {
  if (typeof refused === 'object') {
    return { code: refused.code, values: { limit: refused.limit, period: refused.period } };
  }
  if (refused === 'SPENDING_PAUSED') return { code: refused };
  if (refused === 'CONVERSATION_LIMIT') return { code: refused, values: { limit: hold.freeConversations } };
  return { code: refused, values: { name: hold.profile.name } };
}
