import { UnknownOutcome } from '@heartline/platform';
import { vi } from 'vitest';
import type { CoreInTest } from '../../src/index.ts';

type Row = { _id: string };

/** What money and messages are written to. */
const BOOKS = ['ledger', 'messages', 'settlements'] as const;

/** An engine that says now and then that it does not know, whatever it did. */
export interface LyingEngine {
  /** Writes what was kept back, and tells the truth from now on. */
  stop(): Promise<void>;
}

/**
 * Now and then an insert has no answer: nothing of it was written, all of it was, or it will be in a moment, behind what
 * others write meanwhile.
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
