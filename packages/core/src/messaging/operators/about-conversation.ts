import { hash } from 'node:crypto';
import {
  type addOperatorNote,
  type getOperatorConversation,
  type getOperatorMessages,
  type Message,
  type OperatorFacts,
  type OperatorNote,
  type OutputOf,
  ok,
  type ParsedOf,
  type Profile,
  type Result,
  refuse,
  type reportByOperator,
} from '@heartline/contracts';
import { cleanNote } from '@heartline/domain';
import { insertOnce } from '@heartline/platform';
import { listMessages } from '../list-messages.ts';
import { showChatPhotos } from '../show-chat-photos.ts';
import { conversationFor, type InboxOperator, type OperatorInboxContext } from './operator-inbox-context.ts';
import type { NoteRow } from './queue.repository.ts';
import { repliesOf } from './saved-replies.ts';
import { asSeenBy, imageFor } from './show-queue.ts';

const MOST_NOTES = 100;

/** Both sides as each may see the other, with further facts about the member. */
export async function showConversation(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  conversation: string,
): Promise<Result<OutputOf<typeof getOperatorConversation>>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const [member, profile, notes, replies, cases, { settings }] = await Promise.all([
    context.profiles.getProfile(doc.profile, doc.member),
    context.profiles.getProfile(doc.profile, doc.profile),
    notesAbout(context, inboxOperator, doc.member),
    repliesOf(context, doc.profile),
    context.safety.cases.about(doc.member),
    context.site.settingsOf(doc.site),
  ]);
  if (!member.ok || !profile.ok) return refuse('NOT_FOUND');
  const open = cases.reported.filter(({ decision }) => decision === null);
  return ok({
    profile: factsOf(profile.value, doc.profile),
    member: factsOf(member.value, doc.profile),
    notes,
    replies,
    openCases: open.length,
    ageDoubt: open.some(({ reason }) => reason === 'wrong_age'),
    messageLength: settings.message_length,
  });
}

/** Facts about a person for an operator: only what the other side of the conversation could see. */
function factsOf(of: Profile, eyes: string): OperatorFacts {
  const { id, name, age, gender, country, region, city, about, prompts, language, interests } = of;
  const image = of.main_image && imageFor(of.main_image, eyes);
  const texts = { about, prompts, language };
  return { id, name, age, gender, country, region, city, ...texts, interests, main_image: image };
}

/** A page of the conversation from the view of its fictional side. */
export async function showMessages(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  query: ParsedOf<typeof getOperatorMessages>,
): Promise<Result<OutputOf<typeof getOperatorMessages>>> {
  const doc = await conversationFor(context, inboxOperator, query.conversation);
  if (!doc) return refuse('NOT_FOUND');
  const page = await listMessages(context, { member: doc.profile, site: doc.site }, query);
  if (!page.ok) return refuse('NOT_FOUND');
  const { messages, lastSeq, hasOlder, deliveredSeq } = page.value;
  const covered = await coveredPhotos(context, doc.profile, messages);
  // Read before the rows: the next call counts a message taken back in between.
  const { takenBack = 0 } = doc;
  return ok({ messages, lastSeq, hasOlder, deliveredSeq, takenBack, covered });
}

/** The covered pictures of the member's photos: the view of a profile that has accepted none. */
async function coveredPhotos(context: OperatorInboxContext, profile: string, messages: readonly Message[]) {
  const sent = messages.flatMap((one) => (one.kind === 'photo' && one.photo ? [one.photo.id] : []));
  if (sent.length === 0) return [];
  const { photos } = await showChatPhotos(context, profile, sent);
  return photos.flatMap(({ id, covered, filename }) =>
    covered ? [{ photo: id, filename: asSeenBy(profile, filename) }] : [],
  );
}

/** Colleagues' notes about the member, latest first; leaves out the oldest beyond the limit. */
async function notesAbout(
  { collections }: OperatorInboxContext,
  inboxOperator: InboxOperator,
  member: string,
): Promise<OperatorNote[]> {
  const rows = await collections.notes.find({ member }).sort({ at: -1 }).limit(MOST_NOTES).toArray();
  return rows.map(({ _id: id, text, name, operator, at }) => ({
    id,
    text,
    by: name,
    mine: operator === inboxOperator.operator,
    at,
  }));
}

/** Adds a note about the member for colleagues, once per key. */
export async function addNote(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { clientId, conversation, text }: ParsedOf<typeof addOperatorNote>,
): Promise<Result<{ notes: OperatorNote[] }>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const cleaned = cleanNote(text);
  if (cleaned === '') return refuse('VALIDATION_FAILED', { fields: { text: 'REQUIRED' } });
  const note: NoteRow = {
    _id: hash('sha256', `${inboxOperator.operator}:${clientId}`, 'hex').slice(0, 24),
    site: doc.site,
    member: doc.member,
    operator: inboxOperator.operator,
    name: inboxOperator.name,
    text: cleaned,
    at: context.clock.now(),
  };
  const { notes } = context.collections;
  const existing = await insertOnce(notes, note);
  if (existing && (existing.text !== note.text || existing.member !== note.member))
    return refuse('KEY_REUSED');
  return ok({ notes: await notesAbout(context, inboxOperator, doc.member) });
}

/** Removes the operator's own note. Returns “done” if it is already gone. */
export async function removeNote(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { conversation, id }: { conversation: string; id: string },
): Promise<Result<{ notes: OperatorNote[] }>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const { member } = doc;
  const { notes } = context.collections;
  await notes.deleteMany({ _id: id, member, operator: inboxOperator.operator });
  // It still exists, so it is a colleague's.
  if (await notes.findOne({ _id: id, member })) return refuse('NOT_FOUND');
  return ok({ notes: await notesAbout(context, inboxOperator, member) });
}

/**
 * Opens a case about the member in the name of the profile. The permanent operators' log names the operator
 * but not what the member wrote: that is only in the case.
 */
export async function reportMember(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { clientId, conversation, seq, reason, note }: ParsedOf<typeof reportByOperator>,
): Promise<Result<{ case: string }>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const subject =
    seq === null ? { kind: 'profile' as const } : { kind: 'message' as const, conversation, seq };
  const act = {
    operator: inboxOperator.operator,
    act: 'case.open',
    target: doc.member,
    reason,
    detail: { conversation },
  };
  return context.safety.audited(act, () =>
    context.safety.reportProfile(doc.profile, { clientId, profile: doc.member, subject, reason, note }),
  );
}
