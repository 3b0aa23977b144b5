import type { LedgerKind } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { activeAmong, countedAsFree, type PlaceRow } from './credits.places.ts';
import { holdCredits } from './credits.ts';

/** Rows from 1 on, each as `kind clientId conversation`, with `!` where it begins one and `+` where they are gone. */
function rowsOf(...rows: string[]): PlaceRow[] {
  return rows.map((row, at) => {
    const [kind = '', clientId, conversation = ''] = row.replace(/[!+]/, '').split(' ');
    const reason = row.endsWith('+') ? 'recipient_deleted' : 'unsent';
    const begins = row.endsWith('!') ? { begins: true as const } : {};
    return {
      n: at + 1,
      kind: kind as LedgerKind,
      key: `${kind}:${clientId}`,
      reason,
      hold: { conversation },
      ...begins,
    };
  });
}

const NONE = { started: [], freed: undefined };

describe('the places of a member who was premium for a while', () => {
  it('a hold of theirs says that it begins what would count, and of nobody else', () => {
    const account = { purchased: 5, bonus: 0, debt: 0, premium: true, started: [] };
    const hold = (premium: boolean, starts: string | undefined) =>
      holdCredits({ ...account, premium }, { credits: 1, starts, freeConversations: 2 });
    expect(hold(true, 'c')).toMatchObject({ begins: true, after: { started: [] } });
    expect(hold(true, undefined)).not.toHaveProperty('begins');
    expect(hold(false, 'c')).not.toHaveProperty('begins');
  });

  it('what they began meanwhile counts beside what counted before', () => {
    const rows = rowsOf('hold a one', 'hold b two!', 'hold c two', 'hold d theirs');
    expect(countedAsFree({ started: ['one'] }, rows, 2)).toEqual({
      started: ['one', 'two'],
      freed: undefined,
    });
  });

  it('counts a returned conversation with a removed member only after a message', () => {
    const gone = rowsOf('hold a one', 'hold b two!', 'return a one+', 'return b two+');
    expect(countedAsFree({ started: ['one'] }, gone, 2)).toEqual({ started: [], freed: ['one', 'two'] });
    const read = rowsOf('hold a one!', 'hold b one', 'return b one+');
    expect(countedAsFree(NONE, read, 1)).toEqual({ started: ['one'], freed: undefined });
    const takenBack = rowsOf('hold a one!', 'hold b one', 'return a one', 'void b one');
    expect(countedAsFree(NONE, takenBack, 1)).toEqual({ started: ['one'], freed: undefined });
  });

  it('counts a conversation whose place came back only after another message in it', () => {
    const before = { started: [], freed: ['one', 'two'] };
    const rows = rowsOf('hold a one', 'return a one+', 'hold b one');
    expect(countedAsFree(before, rows, 3)).toEqual({ started: ['one'], freed: ['two'] });
    expect(countedAsFree(before, rows, 4)).toEqual({ started: [], freed: ['one', 'two'] });
  });
});

it('a message stands until its credits came back, whichever way', () => {
  const rows = rowsOf('hold a one', 'hold b one', 'hold c one', 'void a one', 'return c one');
  expect(activeAmong(rows)).toEqual(['b']);
});
