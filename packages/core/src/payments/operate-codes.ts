import { currencyOf, spelledCode } from '@heartline/domain';
import {
  type CodeDoc,
  type CodeUseDoc,
  changeCode,
  codeId,
  codesOf,
  countUses,
  findCode,
  insertCode,
  usesOfCode,
} from './code.repository.ts';
import { MOST_USES, type NewCode, readCodeFile } from './code-file.ts';
import type { PaymentsContext } from './payments-context.ts';

type Outcome<T> = { done: T } | { problem: string };

/** A code with the number of its uses so far. */
export type CountedCode = CodeDoc & { uses: number };

/** Terms of a code that an operator can change. Payments opened before keep their price. */
export interface CodeChange {
  percent?: number;
  until?: number;
  maxUses?: number;
}

/** The operators’ command for discount codes. Each answer is done, or a sentence that says why not. */
export function operateCodes(context: PaymentsContext) {
  return {
    addCodes: (site: string, text: string) => addCodes(context, site, text),
    listCodes: async (site: string): Promise<CountedCode[]> => {
      const found = await codesOf(context.mongo, site);
      return Promise.all(
        found.map(async (code) => ({ ...code, uses: await countUses(context.mongo, code._id) })),
      );
    },
    changeCode: (site: string, code: string, change: CodeChange) =>
      changeTerms(context, { site, code }, change),
    endCode: (site: string, code: string) =>
      withCode(context, { site, code }, async (found) => {
        if (found.endedAt !== null) return { done: found };
        return { done: await changeCode(context.mongo, found._id, { endedAt: context.clock.now() }) };
      }),
    usesOfCode: (site: string, code: string): Promise<Outcome<CodeUseDoc[]>> =>
      withCode(context, { site, code }, async ({ _id }) => ({ done: await usesOfCode(context.mongo, _id) })),
  };
}

/** Adds every code of a file, or none. Repeating it changes nothing. */
async function addCodes(context: PaymentsContext, site: string, text: string): Promise<Outcome<string[]>> {
  const { countries } = (await context.site.settingsOf(site)).settings;
  const currencies = [...new Set(countries.map((country) => currencyOf(country)))];
  const now = context.clock.now();
  const read = readCodeFile(text, { countries, currencies }, now);
  if ('problems' in read) return { problem: `${read.problems.join('\n')}\nNo code was added.` };
  const fresh: NewCode[] = [];
  for (const code of read.codes) {
    const existing = await findCode(context.mongo, site, code.code);
    if (!existing) fresh.push(code);
    else if (!isSame(existing, code))
      return { problem: `The code ${code.code} is there with other terms. No code was added.` };
  }
  for (const code of fresh) {
    const doc = { ...code, _id: codeId(site, code.code), site, endedAt: null, createdAt: now };
    await insertCode(context.mongo, doc);
  }
  return { done: read.codes.map(({ code }) => code) };
}

/** Compares the terms of a file with a stored code. Without `from` a code holds from the moment it was added. */
function isSame(stored: CodeDoc, wanted: NewCode): boolean {
  const terms = Object.entries(wanted).filter(([field]) => field !== 'from');
  return terms.every(
    ([field, value]) => JSON.stringify(stored[field as keyof NewCode]) === JSON.stringify(value),
  );
}

async function changeTerms(
  context: PaymentsContext,
  which: { site: string; code: string },
  change: CodeChange,
): Promise<Outcome<CodeDoc>> {
  return withCode(context, which, async (code) => {
    const problem = changeProblem(code, change);
    return problem ? { problem } : { done: await changeCode(context.mongo, code._id, change) };
  });
}

/** Why a code can’t be changed so; undefined if it can. */
function changeProblem(code: CodeDoc, change: CodeChange): string | undefined {
  const { percent = code.percent, until = code.until, maxUses } = change;
  if (code.endedAt !== null) return `The code ${code.code} was ended.`;
  if (percent < 1 || percent > 99) return 'The percentage must be a whole number from 1 to 99.';
  if (until <= code.from) return 'Its end must be after its beginning.';
  if (maxUses === undefined) return undefined;
  if (code.maxUses === null) return `The code ${code.code} has no limit of uses.`;
  // Fewer uses than were spent already would break what the audit checks (C13).
  return maxUses >= code.maxUses && maxUses <= MOST_USES
    ? undefined
    : `The uses can only be raised: from ${code.maxUses} to at most ${MOST_USES}.`;
}

async function withCode<T>(
  context: PaymentsContext,
  { site, code }: { site: string; code: string },
  run: (code: CodeDoc) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const spelled = spelledCode(code);
  const found = spelled === undefined ? undefined : await findCode(context.mongo, site, spelled);
  return found ? run(found) : { problem: `The site ${site} has no code ${code}.` };
}
