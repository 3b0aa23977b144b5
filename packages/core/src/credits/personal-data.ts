import type { StatementEntry } from '@heartline/contracts';
import type { PersonalData } from '../accounts/index.ts';

interface StatementPage {
  entries: readonly StatementEntry[];
  hasOlder: boolean;
}

/**
 * The whole statement. The ledger stays after an erasure: the law requires accounting records, and its rows
 * name nobody.
 */
export function creditsData(
  statement: (member: string, before?: number) => Promise<StatementPage>,
): PersonalData {
  return {
    erase: async () => undefined,
    count: async () => 1,
    async *gather(member) {
      const entries: object[] = [];
      let before: number | undefined;
      for (;;) {
        const page = await statement(member, before);
        for (const { at, kind, state, reason, credits, debt, balance, profile, money } of page.entries) {
          entries.push({
            at,
            kind,
            state,
            reason,
            credits,
            ...(debt !== 0 && { debt }),
            balance,
            profile: profile?.name ?? null,
            fictional: profile?.fictional ?? null,
            price: money,
          });
        }
        before = page.entries.at(-1)?.n;
        if (!page.hasOlder || before === undefined) break;
      }
      yield { kind: 'data', name: 'credits', title: 'credits', data: entries };
    },
  };
}
