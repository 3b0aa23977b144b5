import type { Mongo } from '@heartline/platform';
import { INBOX, type InboxDoc } from './inbox.repository.ts';

/** Marks of one side of a conversation, with their target values. */
export type Mark = Partial<Record<'readSeq' | 'receivedSeq' | 'removedSeq' | 'seenSeq', number>>;

/**
 * Moves marks with a group commit. While a bulk is running, further moves are collected and merged by side; a
 * process has one bulk at a time. There is no timer, so an idle system adds no delay.
 */
export interface Marks {
  /**
   * Resolves once the marks of this side have at least these values; they never move back. Safe to repeat.
   */
  move(inbox: string, marks: Mark): Promise<void>;
}

interface Move {
  marks: Mark;
  done: PromiseWithResolvers<void>;
}

/** The database runs a bulk without a break, and messages would wait behind a long one. */
const AT_ONCE = 50;

/** The only writer of marks in this process. */
export function createMarks({ connection }: Mongo): Marks {
  const inbox = connection.collection<InboxDoc>(INBOX);
  const waiting = new Map<string, Move>();
  let isTravelling = false;

  async function pump(): Promise<void> {
    while (waiting.size > 0) {
      const moves = [...waiting].slice(0, AT_ONCE);
      for (const [_id] of moves) waiting.delete(_id);
      // In order of `_id`, as in every bulk over inboxes, so that two bulks never deadlock.
      await write(moves.sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    isTravelling = false;
  }

  async function write(moves: readonly [_id: string, move: Move][]): Promise<void> {
    const operations = moves.map(([_id, { marks }]) => ({
      updateOne: { filter: { _id }, update: { $max: marks } },
    }));
    try {
      await inbox.bulkWrite(operations, { ordered: false });
      for (const [, { done }] of moves) done.resolve();
    } catch {
      // The bulk does not say whose move failed: write each by itself, with its own outcome.
      await Promise.all(
        moves.map(([_id, { marks, done }]) =>
          inbox.updateOne({ _id }, { $max: marks }).then(() => done.resolve(), done.reject),
        ),
      );
    }
  }

  return {
    move(_id, marks) {
      const waits = waiting.get(_id);
      const move = waits ?? { marks: {}, done: Promise.withResolvers<void>() };
      move.marks = furthest(move.marks, marks);
      waiting.set(_id, move);
      if (!isTravelling) {
        isTravelling = true;
        // The moves of one turn of the event loop share a bulk.
        setImmediate(() => void pump());
      }
      return move.done.promise;
    },
  };
}

function furthest(some: Mark, others: Mark): Mark {
  const merged: Mark = { ...some };
  for (const [name, seq] of Object.entries(others) as [keyof Mark, number][]) {
    merged[name] = Math.max(merged[name] ?? 0, seq);
  }
  return merged;
}
