import type { Core } from '@heartline/core';
import { money } from '../print/money.ts';
import { type Row, time } from '../print/table.ts';

type Strays = Awaited<ReturnType<Core['payments']['strays']>>;

/** Strays as rows of a table. */
export function strayRows(strays: Strays): Row[] {
  return strays.map((stray) => ({
    at: time(stray.at),
    stray: stray._id,
    why: WHY[stray.why],
    order: stray.payment ?? stray.reference,
    amount: money(stray.cents, stray.currency),
    state: stray.state,
    act:
      stray.state === 'seen' ? ACTS[stray.why] : stray.state === 'failed' ? 'return by hand, then keep' : '',
  }));
}

const WHY = { second: 'order paid twice', unknown: 'unknown order', over: 'more than ordered' } as const;

/** The act that an operator should take on one that nobody has dealt with. */
const ACTS = { second: 'none: goes back alone', unknown: 'match, or return', over: 'return' } as const;
