import { beforeEach, expect, it } from 'vitest';
import { createCaseInbox } from './operate-cases.ts';
import { reportProfile } from './report-profile.ts';
import type { CaseRow, EvidenceRow } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';
import { sweepEvidence } from './sweep-evidence.ts';

/** Reports over rows in memory, so that what happens between two steps of one happens exactly there. */
const [MARA, JONAS, EVE] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
const PHOTO = 'd'.repeat(24);
const REPORT = { clientId: 'one', subject: { kind: 'photo', photo: PHOTO }, reason: 'harassment', note: '' };

let evidence: Map<string, EvidenceRow>;
let cases: Map<string, CaseRow>;
let now: number;
/** Held up while the picture of this person is looked for. */
let slow: { person: string; until: Promise<void> } | undefined;
let context: SafetyContext;

interface Loose {
  looseAt?: { $lt: number };
}

/** As much of a collection as reports ask of one. */
function collection<R extends { _id: string }>(rows: Map<string, R>) {
  const isLoose = (row: R | undefined, { looseAt }: Loose) =>
    !looseAt || Number((row as Partial<EvidenceRow> | undefined)?.looseAt) < looseAt.$lt;
  const idsOf = ({ _id }: { _id: string | { $in: string[] } }) => (typeof _id === 'string' ? [_id] : _id.$in);
  return {
    findOne: async (which: Parameters<typeof idsOf>[0]) => {
      const found = idsOf(which).map((id) => rows.get(id));
      return found.find((row) => row !== undefined) ?? null;
    },
    async insertOne(row: R) {
      if (rows.has(row._id)) throw new Error('stands already');
      rows.set(row._id, row);
    },
    async replaceOne({ _id }: { _id: string }, row: Omit<R, '_id'>) {
      rows.set(_id, { ...row, _id } as R);
    },
    async updateOne({ _id }: { _id: string }, { $unset }: { $unset: object }) {
      for (const field of Object.keys($unset)) delete rows.get(_id)?.[field as keyof R];
    },
    async deleteMany(which: Parameters<typeof idsOf>[0] & Loose) {
      const found = idsOf(which).filter((id) => isLoose(rows.get(id), which));
      return { deletedCount: found.filter((id) => rows.delete(id)).length };
    },
    find: (which: Loose) => [...rows.values()].filter((row) => isLoose(row, which)),
  };
}

beforeEach(() => {
  evidence = new Map();
  cases = new Map();
  now = 1;
  slow = undefined;
  context = {
    clock: { now: () => now },
    collections: { cases: collection(cases), evidence: collection(evidence) },
    hooks: {
      people: {
        profileOf: async () => ({ site: 'default', photos: [] }),
        isAboutShown: async () => false,
        async pictureOf(person: string) {
          if (slow?.person === person) await slow.until;
          return Buffer.from(`picture of ${person}`);
        },
      },
    },
  } as unknown as SafetyContext;
});

const report = (profile: string, clientId = 'one') =>
  reportProfile(context, MARA, { ...REPORT, clientId, profile } as never);
const shown = async (id: string) => String(await createCaseInbox(context).evidence(id));

it('of two at once under one key, the one that is refused puts no other picture under the case', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  slow = { person: EVE, until };
  const second = report(EVE);
  const first = await report(JONAS);
  resolve();
  expect(await second).toMatchObject({ ok: false, refusal: { code: 'KEY_REUSED' } });
  expect(first).toMatchObject({ ok: true });
  const id = first.ok ? first.value.case : '';
  expect(await shown(id)).toBe(`picture of ${JONAS}`);
  expect(evidence.size).toBe(1);
});

it('the same at once keeps its picture', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  slow = { person: JONAS, until };
  const both = [report(JONAS), report(JONAS)];
  resolve();
  const [first, second] = await Promise.all(both);
  expect(second).toEqual(first);
  expect(await shown(first?.ok ? first.value.case : '')).toBe(`picture of ${JONAS}`);
});

it('a picture that was kept before under the case alone is found', async () => {
  const made = await report(JONAS);
  const id = made.ok ? made.value.case : '';
  evidence.clear();
  evidence.set(id, { _id: id, bytes: Buffer.from('of before') });
  expect(await shown(id)).toBe('of before');
});

it('one that is cut off before its case stands leaves no picture for good, nor is one taken that a case needs', async () => {
  const made = await report(JONAS);
  const [held] = evidence.values();
  expect(held).not.toHaveProperty('looseAt');
  // Cut off between picture and case; and another one between the case and the word that its picture is held.
  const { insertOne } = context.collections.cases;
  context.collections.cases.insertOne = () => Promise.reject(new Error('cut off'));
  await expect(report(EVE, 'two')).rejects.toThrow();
  context.collections.cases.insertOne = insertOne;
  if (held) evidence.set(held._id, { ...held, looseAt: 1 });
  expect(evidence.size).toBe(2);
  now += 59 * 60_000;
  expect(await sweepEvidence(context)).toBe(0);
  now += 2 * 60_000;
  expect(await sweepEvidence(context)).toBe(1);
  expect([...evidence.values()]).toEqual([held]);
  expect(await shown(made.ok ? made.value.case : '')).toBe(`picture of ${JONAS}`);
  // The same report again is whole.
  const again = await report(EVE, 'two');
  expect(await shown(again.ok ? again.value.case : '')).toBe(`picture of ${EVE}`);
});

it('one that is repeated as the sweep looks at what its first try left keeps its picture', async () => {
  const { findOne, insertOne } = context.collections.cases;
  context.collections.cases.insertOne = () => Promise.reject(new Error('cut off'));
  await expect(report(EVE)).rejects.toThrow();
  Object.assign(context.collections.cases, { insertOne });
  now += 61 * 60_000;
  let again: Awaited<ReturnType<typeof report>> | undefined;
  // No case stands as it looks, and one does as it removes.
  context.collections.cases.findOne = (async (which: { _id: string }) => {
    Object.assign(context.collections.cases, { findOne });
    const existing = await findOne(which);
    again = await report(EVE);
    return existing;
  }) as typeof findOne;
  expect(await sweepEvidence(context)).toBe(0);
  expect(await shown(again?.ok ? again.value.case : '')).toBe(`picture of ${EVE}`);
});
