import { timingSafeEqual } from 'node:crypto';
import {
  type CaseRole,
  type CaseView,
  type getCases as getCasesCall,
  type NamedPerson,
  type OutputOf,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { cleanNote, mayComplain } from '@heartline/domain';
import { hashSecret } from '@heartline/platform';
import { changeOf, isNotified, presentCase, presentSummary, roleIn } from './case.presenter.ts';
import type { CaseRow } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

/** A case with the side of the reader. */
export interface Sided {
  row: CaseRow;
  role: CaseRole;
}

const MOST_CASES = 200;
const MOST_PEOPLE = 50;

/**
 * The member's cases, latest first, and people of past conversations. If there are too many, gone and blocked
 * people come first.
 */
export async function getCases(
  context: SafetyContext,
  member: string,
): Promise<OutputOf<typeof getCasesCall>> {
  const { cases } = context.collections;
  const [made, about, partners] = await Promise.all([
    cases.find({ reporter: member }).sort({ openedAt: -1 }).limit(MOST_CASES).toArray(),
    cases.find({ reported: member }).sort({ openedAt: -1 }).limit(MOST_CASES).toArray(),
    context.hooks.conversations.partnersOf(member),
  ]);
  const summaries = [...made, ...about].flatMap((row) => {
    const role = roleIn(row, member);
    return role ? [presentSummary(row, role)] : [];
  });
  return {
    cases: summaries.sort((a, b) => b.openedAt - a.openedAt),
    people: (await reportable(context, member, partners)).slice(0, MOST_PEOPLE),
  };
}

/**
 * Those of the people who are not erased. First come those the member can see nowhere else, because only this
 * page lets the member report them.
 */
async function reportable(
  context: SafetyContext,
  member: string,
  ids: readonly string[],
): Promise<NamedPerson[]> {
  const [named, shown] = await Promise.all([
    Promise.all(ids.map((id) => namedPerson(context, id))),
    context.hooks.people.shownTo(member, ids),
  ]);
  const people = named.filter((person) => person !== undefined);
  return people.toSorted((a, b) => Number(shown.has(a.id)) - Number(shown.has(b.id)));
}

/** Name of a person, also if they are hidden or gone, until they are erased. */
export async function namedPerson(context: SafetyContext, id: string): Promise<NamedPerson | undefined> {
  const person = await context.hooks.people.profileOf(id);
  return person && { id, name: person.name, fictional: person.fictional };
}

/** The case, if the member is one of its sides. */
export async function caseOfMember(
  context: SafetyContext,
  member: string,
  id: string,
): Promise<Sided | undefined> {
  const row = await context.collections.cases.findOne({ _id: id });
  const role = row ? roleIn(row, member) : undefined;
  return row && role ? { row, role } : undefined;
}

/** The case, if the key was mailed to one of its sides. */
export async function caseOfLink(
  context: SafetyContext,
  id: string,
  key: string,
): Promise<Sided | undefined> {
  const row = await context.collections.cases.findOne({ _id: id });
  if (!row) return undefined;
  const given = Buffer.from(hashSecret(key));
  const role = (['reporter', 'reported'] as const).find((one) => {
    const stored = row.links[one];
    return stored !== null && timingSafeEqual(Buffer.from(stored), given);
  });
  return role && isNotified(row, role) ? { row, role } : undefined;
}

/** Shows a case to its side. */
export function showCase(sided: Sided | undefined): Result<{ case: CaseView }> {
  return sided ? ok({ case: presentCase(sided.row, sided.role) }) : refuse('NOT_FOUND');
}

/**
 * Stores a complaint, once per side; one conditional write decides. Repeating the same text changes nothing.
 */
export async function complain(
  context: SafetyContext,
  sided: Sided | undefined,
  words: string,
): Promise<Result<{ case: CaseView }>> {
  if (!sided) return refuse('NOT_FOUND');
  const { row, role } = sided;
  const said = cleanNote(words);
  const before = row.complaints[role];
  if (before && cleanNote(before.words) === said) return showCase(sided);
  const made = (['reporter', 'reported'] as const).filter((by) => row.complaints[by]).map((by) => ({ by }));
  const now = context.clock.now();
  if (said === '' || !mayComplain(changeOf(row) ?? row.decision, made, role, now)) {
    return refuse('COMPLAINT_CLOSED');
  }
  const { cases } = context.collections;
  const field = `complaints.${role}`;
  const taken = await cases.updateOne(
    { _id: row._id, [field]: null },
    { $set: { [field]: { words: said, at: now, answer: null } } },
  );
  if (taken.modifiedCount === 0) return refuse('COMPLAINT_CLOSED');
  const after = await cases.findOne({ _id: row._id });
  return showCase(after ? { row: after, role } : undefined);
}
