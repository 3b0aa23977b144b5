import { beforeEach, expect, it } from 'vitest';
import { createCaseInbox } from './operate-cases.ts';
import { reportProfile } from './report-profile.ts';
import type { CaseRow, EvidenceRow } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';
import { sweepEvidence } from './sweep-evidence.ts';

/** Reports over rows in memory, so that a test can act exactly between two steps. */
const [MARA, JONAS, EVE] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
const PHOTO = 'd'.repeat(24);
const REPORT = { clientId: 'one', subject: { kind: 'photo', photo: PHOTO }, reason: 'harassment', note: '' };

let evidence: Map<string, EvidenceRow>;
let cases: Map<string, CaseRow>;
let now: number;
/** Delays the lookup of this person's picture. */
let slow: { person: string; until: Promise<void> } | undefined;
let context: SafetyContext;

interface Loose {
  looseAt?: { $lt: number };
}

/** The parts of a collection that reports use. */
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
        textsShown: async () => ({ about: false, prompts: [] }),
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

it('stores no picture of a refused report under the case of its key', async () => {
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

it('keeps the picture when the same report is sent twice at once', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  slow = { person: JONAS, until };
  const both = [report(JONAS), report(JONAS)];
  resolve();
  const [first, second] = await Promise.all(both);
  expect(second).toEqual(first);
  expect(await shown(first?.ok ? first.value.case : '')).toBe(`picture of ${JONAS}`);
});

it('finds a picture that an earlier version stored under the case alone', async () => {
  const made = await report(JONAS);
  const id = made.ok ? made.value.case : '';
  evidence.clear();
  evidence.set(id, { _id: id, bytes: Buffer.from('of before') });
  expect(await shown(id)).toBe('of before');
});

it('sweeps only the picture of a report that crashed before its case was stored', async () => {
  const made = await report(JONAS);
  const [held] = evidence.values();
  expect(held).not.toHaveProperty('looseAt');
  // One crashes between picture and case, another between the case and the note that its picture is held.
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
  // A repeat of the same report completes it.
  const again = await report(EVE, 'two');
  expect(await shown(again.ok ? again.value.case : '')).toBe(`picture of ${EVE}`);
});

it('keeps the picture when a report is repeated during the sweep of its first try', async () => {
  const { findOne, insertOne } = context.collections.cases;
  context.collections.cases.insertOne = () => Promise.reject(new Error('cut off'));
  await expect(report(EVE)).rejects.toThrow();
  Object.assign(context.collections.cases, { insertOne });
  now += 61 * 60_000;
  let again: Awaited<ReturnType<typeof report>> | undefined;
  // The case does not exist at the check, but does at the removal.
  context.collections.cases.findOne = (async (which: { _id: string }) => {
    Object.assign(context.collections.cases, { findOne });
    const existing = await findOne(which);
    again = await report(EVE);
    return existing;
  }) as typeof findOne;
  expect(await sweepEvidence(context)).toBe(0);
  expect(await shown(again?.ok ? again.value.case : '')).toBe(`picture of ${EVE}`);
});
