import type { Core } from '@heartline/core';
import { money } from '../print/money.ts';
import { type Row, time } from '../print/table.ts';

type Strays = Awaited<ReturnType<Core['payments']['strays']>>;

/** Strays as rows of a table. */
export function strayRows(strays: Strays): Row[] {
  return strays.map((stray) => ({
    at: time(stray.at),
    stray: stray._id,
    why: stray.why === 'second' ? 'order paid twice' : 'unknown order',
    order: stray.reference,
    amount: money(stray.cents, stray.currency),
    state: stray.state,
  }));
}
