import { UnknownOutcome } from '@heartline/platform';
import { vi } from 'vitest';
import type { CoreInTest } from '../../src/index.ts';

type Row = { _id: string };

/** Collections of money and messages. */
const BOOKS = ['ledger', 'messages', 'settlements'] as const;

/** A database that now and then answers with an unknown result, whatever it did. */
export interface LyingEngine {
  /** Writes the delayed inserts, and answers truthfully from now on. */
  stop(): Promise<void>;
}

/**
 * Now and then an insert gets no answer: nothing of it was written, all of it was, or it will be soon, after other
 * writes.
 */
export function lieAbout(cores: readonly CoreInTest[], random: () => number, oneIn: number): LyingEngine {
  const late = new Set<Promise<unknown>>();
  const spies = cores.flatMap(({ mongo }) =>
    BOOKS.map((name) => {
      const commit = mongo.groupCommit<Row>(name);
      const insert = commit.insert.bind(commit);
      return vi.spyOn(commit, 'insert').mockImplementation(async (run) => {
        if (random() * oneIn >= 1) return insert(run);
        const how = Math.floor(random() * 3);
        if (how === 1) await insert(run).catch(() => 0);
        if (how === 2) later(() => insert(run), random() * 800);
        throw new UnknownOutcome('no answer');
      });
    }),
  );
  function later(write: () => Promise<unknown>, ms: number): void {
    const written = new Promise((resolve) => setTimeout(resolve, ms)).then(write).catch(() => 0);
    late.add(written);
    void written.then(() => late.delete(written));
  }
  return {
    async stop() {
      for (const spy of spies) spy.mockRestore();
      await Promise.all(late);
    },
  };
}
