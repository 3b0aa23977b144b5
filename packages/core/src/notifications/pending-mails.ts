import {
  ACTIVITY_MAIL,
  type ActivityKind,
  activityMailStep,
  MAIL_OFF_TYPES,
  type MailOffKind,
  quietUntil,
} from '@heartline/domain';
import { eachAlone, failpoint } from '@heartline/platform';
import { type Absent, absentOf, type Item, readNews, spanOf } from './activity-news.ts';
import type { NotificationsContext } from './notifications-context.ts';
import {
  AT_ONCE,
  findDue,
  notePending,
  type PendingMailDoc,
  type Settled,
  settlePending,
  type TakenMail,
  takePending,
} from './pending-mail.repository.ts';
import { pushReminder } from './push-reminder.ts';

/**
 * Schedules a mail for these members if their news stays unseen for a while. It is stored in the database,
 * since Redis may lose a job that waits so long.
 */
export async function addPendingMail(
  context: NotificationsContext,
  kind: ActivityKind,
  members: Iterable<string>,
): Promise<void> {
  await notePending(context.mongo, members, kind, context.clock.now() + ACTIVITY_MAIL[kind].waitMs);
}

/** Checks that run concurrently. */
const LANES = 8;

/**
 * Checks all due rows and mails the members who need it. Most rows come from a message that was read at once,
 * and need one check only. Safe to repeat and to run concurrently.
 */
export async function sweepPendingMails(context: NotificationsContext): Promise<number> {
  for (let looked = 0; ; ) {
    const due = await findDue(context.mongo, context.clock.now());
    const lanes = Array.from({ length: LANES }, (_, lane) => due.filter((_doc, n) => n % LANES === lane));
    const ended = await Promise.allSettled(lanes.map((lane) => eachAlone(lane, (doc) => look(context, doc))));
    const failed = ended.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
    looked += due.length;
    if (due.length < AT_ONCE) return looked;
  }
}

async function look(context: NotificationsContext, doc: PendingMailDoc): Promise<void> {
  const now = context.clock.now();
  const taken = await takePending(context.mongo, doc, now);
  if (taken) await settlePending(context.mongo, taken, await processTaken(context, taken, now));
}

/** Sends the mail that is due now, and returns the new state of the row. */
async function processTaken(context: NotificationsContext, taken: TakenMail, now: number): Promise<Settled> {
  const { member, kind, begun } = taken;
  const last = taken.last ?? null;
  const absent = await absentOf(context, member);
  if (!absent) return { dueAt: null, last: null };
  const items = await readNews(context, absent, kind);
  const next = activityMailStep(kind, spanOf(items), last, now);
  if (next.step === 'none') return { dueAt: null, last: isRemembered(kind, items) ? last : null };
  const heldUntil = next.step === 'wait' ? next.until : await earliestMailTime(context, absent, kind);
  if (next.step === 'wait' || heldUntil !== undefined) return { dueAt: heldUntil ?? null, last };
  const isReminder = next.step === 'reminder';
  await notify(context, absent, { kind: isReminder ? 'reminders' : kind, items, begun });
  failpoint('owed-mail:after-tell');
  // A day later the same messages may need a reminder.
  const isFollowed = kind === 'messages' && !isReminder;
  return { dueAt: isFollowed ? now + ACTIVITY_MAIL.messages.restMs : null, last: { at: now, isReminder } };
}

/** Messages: nothing is stored once all were read. Likes: the last mail counts for its day. */
function isRemembered(kind: ActivityKind, items: readonly Item[]): boolean {
  return kind === 'likes' || items.length > 0;
}

/**
 * Until when a due mail must wait: the end of quiet hours, or a while if the member has the site in front.
 */
async function earliestMailTime(
  context: NotificationsContext,
  { account, settings }: Absent,
  kind: ActivityKind,
): Promise<number | undefined> {
  const now = context.clock.now();
  const isHere = (await context.presence.focused(account._id)).length > 0;
  return quietUntil(settings.quiet_hours, now) ?? (isHere ? now + ACTIVITY_MAIL[kind].waitMs : undefined);
}

const TEMPLATES = {
  messages: 'unread-messages',
  reminders: 'unread-reminder',
  likes: 'new-likes',
} as const satisfies Record<MailOffKind, string>;

/** Adds the mail to the outbox under a repeatable name, and pushes a reminder to members who want it. */
async function notify(
  context: NotificationsContext,
  absent: Absent,
  about: { kind: MailOffKind; items: readonly Item[]; begun: number },
): Promise<void> {
  const { account } = absent;
  const { kind, items, begun } = about;
  if (wantedBy(absent, kind, items).length > 0) {
    const id = `${TEMPLATES[kind]}-${account._id}-${begun}`;
    await context.accounts.mail(account._id, { id, template: TEMPLATES[kind], secret: null });
  }
  if (kind === 'reminders') await pushReminder(context, absent, items, begun);
}

/** The news that the member wants in such a mail; none while their address takes no mail. */
export function wantedBy(
  { account, settings }: Absent,
  kind: MailOffKind,
  items: readonly Item[],
): readonly Item[] {
  if (account.notificationsDisabled.length > 0) return [];
  if (kind === 'reminders') return settings.email.unread_message_reminders ? items : [];
  const types: readonly string[] = MAIL_OFF_TYPES[kind];
  return items.filter(({ type }) => types.includes(type) && settings.email[type]);
}
