import { CONSTANTS, type Locale, sendMail } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountsContext } from './accounts-context.ts';

const TOKEN_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** A mail taken this long ago and not sent belongs to a process that died. */
const TAKEN_MS = 60_000;

/** A mail ready to be written: who gets it, in which language, and the secret of its link. */
export interface OutgoingMail {
  id: string;
  site: string;
  to: string;
  name: string;
  template: 'activation';
  language: Locale;
  secret: string;
}

/** Puts an activation mail into the outbox with a fresh one-time link. The link's secret never enters Redis. */
export async function queueActivationMail(
  context: AccountsContext,
  member: string,
  language: Locale,
): Promise<{ send(): Promise<void>; takeBack(): Promise<void> }> {
  const { collections, clock, ids, queues } = context;
  const now = clock.now();
  const secret = ids.secret();
  const mail = ids.documentId();
  await collections.tokens.insertOne({
    _id: hashSecret(secret),
    kind: 'activation',
    member,
    expiresAt: now + TOKEN_MS,
    usedAt: null,
  });
  await collections.mails.insertOne({
    _id: mail,
    member,
    template: 'activation',
    language,
    secret,
    createdAt: now,
    takenAt: null,
    sentAt: null,
    attempts: 0,
  });
  return {
    async send() {
      await queues.enqueue(sendMail, { mail }, { jobId: `mail-${mail}` });
    },
    async takeBack() {
      await collections.mails.deleteOne({ _id: mail });
      await collections.tokens.deleteOne({ _id: hashSecret(secret) });
    },
  };
}

/**
 * Takes the mail of a job, so that of several deliveries of the job one sends it. Undefined when it was sent, when
 * another process is at it, or when it has nobody to go to any more. Counts the attempt.
 */
export async function takeMail(context: AccountsContext, mail: string): Promise<OutgoingMail | undefined> {
  const now = context.clock.now();
  const row = await context.collections.mails.findOneAndUpdate(
    { _id: mail, sentAt: null, $or: [{ takenAt: null }, { takenAt: { $lte: now - TAKEN_MS } }] },
    { $set: { takenAt: now }, $inc: { attempts: 1 } },
  );
  if (!row?.secret) return undefined;
  const account = await context.collections.accounts.findOne({ _id: row.member });
  if (account?.status !== 'not_confirmed') return undefined;
  const profile = await context.hooks.profiles.own(row.member);
  return {
    id: mail,
    site: account.site,
    to: account.email,
    name: profile?.name ?? '',
    template: row.template,
    language: row.language,
    secret: row.secret,
  };
}

/** Gives a mail back that could not be sent, so that the next try need not wait. */
export async function returnMail(context: AccountsContext, mail: string): Promise<void> {
  await context.collections.mails.updateOne({ _id: mail }, { $set: { takenAt: null } });
}

/** Notes that a mail left, and blanks the secret of its link. */
export async function markMailSent(context: AccountsContext, mail: string): Promise<void> {
  await context.collections.mails.updateOne(
    { _id: mail },
    { $set: { sentAt: context.clock.now(), secret: null } },
  );
}

/** Mails whose job was lost: unsent, older than a minute, of the last three days. Puts their jobs back. */
export async function sweepMails(context: AccountsContext): Promise<number> {
  const now = context.clock.now();
  const rows = await context.collections.mails
    .find({ sentAt: null, createdAt: { $gt: now - TOKEN_MS, $lt: now - 60_000 } }, { projection: { _id: 1 } })
    .limit(500)
    .toArray();
  for (const { _id } of rows) {
    await context.queues.enqueue(
      sendMail,
      { mail: _id },
      { jobId: `mail-${_id}-${Math.floor(now / 60_000)}` },
    );
  }
  return rows.length;
}
