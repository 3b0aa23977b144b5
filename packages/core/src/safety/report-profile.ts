import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type reportProfile as contract,
  type getReportable as getReportableCall,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { cleanNote } from '@heartline/domain';
import { DURABLE, insertOnce } from '@heartline/platform';
import { type CaseRow, type EvidenceRow, evidenceIdOf, type PersonSnapshot } from './safety.model.ts';
import type { Person, SafetyContext } from './safety-context.ts';
import { holdEvidence } from './sweep-evidence.ts';

type Input = ParsedOf<typeof contract>;

/**
 * Opens a case about a profile, a photo or a message, once per key of the reporter. It copies the reported
 * content, so that operators can judge it after an unsend, a deletion, a change or a block. Photos are stored
 * before their case, unheld, and the sweep handles those that a crash leaves.
 */
export async function reportProfile(
  context: SafetyContext,
  reporter: string,
  input: Input,
): Promise<Result<{ case: string }>> {
  const [own, person] = await Promise.all([
    context.hooks.people.profileOf(reporter),
    context.hooks.people.profileOf(input.profile),
  ]);
  if (reporter === input.profile || !own || !person || person.site !== own.site) return refuse('NOT_FOUND');
  const _id = caseId(reporter, input.clientId);
  const existing = await context.collections.cases.findOne({ _id });
  if (existing) return repeated(existing, input);
  const evidence = evidenceIdOf({ _id, reported: input.profile, subject: input.subject });
  const subject = await keepSubject(context, reporter, input, { _id: evidence, case: _id });
  if (!subject) return refuse('NOT_FOUND');
  const row: CaseRow = {
    _id,
    site: own.site,
    reporter,
    reported: input.profile,
    subject: input.subject,
    reason: input.reason,
    note: cleanNote(input.note),
    snapshot: { person: snapshotOf(person), ...subject },
    ...((own.fictional || person.fictional) && { isOfOperators: true }),
    openedAt: context.clock.now(),
    decision: null,
    complaints: { reporter: null, reported: null },
    links: { reporter: null, reported: null },
  };
  const first = await insertOnce(context.collections.cases, row, { writeConcern: DURABLE });
  if (first && evidenceIdOf(first) !== evidence)
    await context.collections.evidence.deleteMany({ _id: evidence });
  else await holdEvidence(context, evidence);
  return first ? repeated(first, input) : ok({ case: _id });
}

/** Name of the profile, and its last messages to the member. */
export async function getReportable(
  context: SafetyContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof getReportableCall>>> {
  const [own, person] = await Promise.all([
    context.hooks.people.profileOf(member),
    context.hooks.people.profileOf(profile),
  ]);
  if (member === profile || !own || person?.site !== own.site) return refuse('NOT_FOUND');
  const named = { id: profile, name: person.name, fictional: person.fictional };
  return ok({ profile: named, ...(await context.hooks.conversations.latestFrom(member, profile)) });
}

/** A copy of what is reported; undefined if it does not exist or does not belong to the reported person. */
async function keepSubject(
  context: SafetyContext,
  reporter: string,
  { subject, profile }: Input,
  evidence: EvidenceNames,
): Promise<Omit<CaseRow['snapshot'], 'person'> | undefined> {
  if (subject.kind === 'message') {
    const { conversation, seq } = subject;
    const message = await context.hooks.conversations.excerptFor(reporter, conversation, seq);
    if (message?.sender !== profile) return undefined;
    const bytes = await context.hooks.conversations.photoFor(reporter, conversation, seq);
    if (bytes) await keepBytes(context, evidence, bytes);
    return { message };
  }
  if (subject.kind === 'photo') {
    const bytes = await context.hooks.people.pictureOf(profile, subject.photo);
    if (!bytes) return undefined;
    await keepBytes(context, evidence, bytes);
  }
  const { about, prompts } = await context.hooks.people.textsShown(reporter, profile);
  return {
    message: null,
    ...(about && { shown: true }),
    ...(prompts.length > 0 && { shownPrompts: prompts }),
  };
}

type EvidenceNames = Required<Pick<EvidenceRow, '_id' | 'case'>>;

async function keepBytes(
  { collections, clock }: SafetyContext,
  { _id, case: of }: EvidenceNames,
  bytes: Buffer,
): Promise<void> {
  const stored = { bytes, case: of, looseAt: clock.now() };
  await collections.evidence.replaceOne({ _id }, stored, { upsert: true });
}

function snapshotOf(person: Person): PersonSnapshot {
  const { name, dateOfBirth, gender, country, region, city, about, fictional, status, createdAt } = person;
  const { prompts = [] } = person;
  const photos = person.photos.length;
  const where = { country, region, city };
  return { name, dateOfBirth, gender, ...where, about, prompts, fictional, status, createdAt, photos };
}

/** The same id for every repeat: 24 hex digits from the reporter and their key. */
function caseId(reporter: string, clientId: string): string {
  return hash('sha256', `${reporter}:${clientId}`, 'hex').slice(0, 24);
}

/** The same report again returns its case; a different report needs its own key. */
function repeated(row: CaseRow, input: Input): Result<{ case: string }> {
  const isSame =
    row.reported === input.profile &&
    row.reason === input.reason &&
    cleanNote(row.note) === cleanNote(input.note) &&
    isDeepStrictEqual(row.subject, input.subject);
  return isSame ? ok({ case: row._id }) : refuse('KEY_REUSED');
}
