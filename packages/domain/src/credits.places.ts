import type { LedgerKind } from '@heartline/contracts';
import { clientIdOf } from './client-id.ts';
import type { Begun } from './credits.ts';

/** The fields of a ledger row that decide which conversations count. */
export interface PlaceRow {
  n: number;
  kind: LedgerKind;
  /** `hold:<clientId>`, or `void:` or `return:` of the same. */
  key: string;
  reason: string;
  hold?: { conversation: string } | undefined;
  begins?: true | undefined;
}

/** Reasons to return credits because the recipient is gone. */
const GONE: ReadonlySet<string> = new Set(['recipient_deleted', 'recipient_suspended', 'removed_as_fake']);

/** The messages, by `clientId`, whose credits were taken and not returned. */
export function activeAmong(rows: readonly PlaceRow[]): string[] {
  const namesOf = (...kinds: LedgerKind[]) => rows.filter(({ kind }) => kinds.includes(kind)).map(clientIdOf);
  const back = new Set(namesOf('void', 'return'));
  return namesOf('hold').filter((name) => !back.has(name));
}

/**
 * The conversations that count for a member whose Premium ended with a refund. They are those that counted `before` row
 * `since`, which made the member premium, and those the member started after it. `rows` are all ledger rows of messages.
 */
export function countedAsFree(before: Begun, rows: readonly PlaceRow[], since: number): Begun {
  const later = rows.filter(({ n, kind }) => n >= since && kind === 'hold');
  const written = new Set(later.map(({ hold }) => hold?.conversation));
  const begun = later.filter(({ begins }) => begins).map(({ hold }) => hold?.conversation);
  const again = before.freed?.filter((one) => written.has(one)) ?? [];
  const counted = new Set([...before.started, ...again, ...begun].filter((one) => one !== undefined));
  const freed = new Set(before.freed?.filter((one) => !counted.has(one)));
  for (const conversation of counted) {
    const own = rows.filter(({ hold }) => hold?.conversation === conversation);
    const isMissed = activeAmong(own).length === 0 && own.some(({ reason }) => GONE.has(reason));
    if (isMissed && counted.delete(conversation)) freed.add(conversation);
  }
  return { started: [...counted], freed: freed.size > 0 ? [...freed] : undefined };
}
