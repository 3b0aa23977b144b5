import { CONSTANTS, type Locale, sendMail } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountStatus, MailRow, MailTemplate, Receipt } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { issueToken } from './one-time-token.ts';

const TOKEN_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** A mail taken this long ago and not sent belongs to a process that died. */
const TAKEN_MS = 60_000;

/** A mail ready to be written: who gets it, in which language, and the secret of its link. */
export interface OutgoingMail {
  id: string;
  site: string;
  to: string;
  name: string;
  template: MailTemplate;
  language: Locale;
  /** Of mails with a link. */
  secret: string | null;
  /** When the account will be erased, if it waits for that. */
  eraseAt: number | null;
  /** Of a receipt. */
  receipt?: Receipt | undefined;
}

/** A mail that stands in the outbox. */
interface QueuedMail {
  send(): Promise<void>;
  takeBack(): Promise<void>;
}

/** Puts an activation mail into the outbox with a fresh one-time link. */
export async function queueActivationMail(
  context: AccountsContext,
  member: string,
  language: Locale,
): Promise<QueuedMail> {
  const expiresAt = context.clock.now() + TOKEN_MS;
  const secret = await issueToken(context, { kind: 'activation', member, expiresAt });
  return queueMail(context, { member, template: 'activation', language, secret });
}

/**
 * Puts a mail into the outbox. The secret of its link never enters Redis. Under an `id` of its own it stands there
 * once, however often this is repeated.
 */
export async function queueMail(
  context: AccountsContext,
  mail: Pick<MailRow, 'member' | 'template' | 'language' | 'secret' | 'receipt'> & {
    to?: string;
    id?: string;
  },
): Promise<QueuedMail> {
  const { collections, clock, ids, queues } = context;
  const { id = ids.documentId(), to = null, ...rest } = mail;
  const state = { createdAt: clock.now(), takenAt: null, sentAt: null, attempts: 0 };
  try {
    await collections.mails.insertOne({ _id: id, to, ...rest, ...state });
  } catch (error) {
    if (!(await collections.mails.findOne({ _id: id }))) throw error;
  }
  return {
    async send() {
      await queues.enqueue(sendMail, { mail: id }, { jobId: `mail-${id}` });
    },
    async takeBack() {
      await collections.mails.deleteOne({ _id: id });
      if (mail.secret) await collections.tokens.deleteOne({ _id: hashSecret(mail.secret) });
    },
  };
}

/** Mails a member under an id of its own, in the language of the account; once, however often this is repeated. */
async function mailMember(
  context: AccountsContext,
  member: string,
  mail: Pick<MailRow, 'template' | 'secret' | 'receipt'> & { id: string },
): Promise<void> {
  const account = await context.accounts.get(member);
  if (!account) return;
  const queued = await queueMail(context, { ...mail, member, language: account.language });
  await queued.send();
}

/** Whether a mail of this kind was put out for the member within `ms`: one a minute is enough for anyone. */
export async function mailedWithin(
  { collections, clock }: AccountsContext,
  mail: { member: string; template: MailTemplate; to?: string },
  ms: number,
): Promise<boolean> {
  return (await collections.mails.findOne({ ...mail, createdAt: { $gt: clock.now() - ms } })) !== null;
}

/**
 * Takes the mail of a job, so that of several deliveries of the job one sends it. Undefined when it was sent, when
 * another process is at it, or when it has nobody to go to any more. Counts the attempt.
 */
async function takeMail(context: AccountsContext, mail: string): Promise<OutgoingMail | undefined> {
  const now = context.clock.now();
  const row = await context.collections.mails.findOneAndUpdate(
    { _id: mail, sentAt: null, $or: [{ takenAt: null }, { takenAt: { $lte: now - TAKEN_MS } }] },
    { $set: { takenAt: now }, $inc: { attempts: 1 } },
  );
  if (!row) return undefined;
  const account = await context.collections.accounts.findOne({ _id: row.member });
  if (!account || !isWanted(row.template, account.status)) return undefined;
  const profile = await context.hooks.profiles.own(row.member);
  return {
    id: mail,
    site: account.site,
    to: row.to ?? account.email,
    name: profile?.name ?? '',
    template: row.template,
    language: row.language,
    secret: row.secret,
    eraseAt: account.deletion?.eraseAt ?? null,
    receipt: row.receipt,
  };
}

/** Whether a mail still makes sense in the state the account is in by now. */
function isWanted(template: MailTemplate, status: AccountStatus): boolean {
  if (template === 'activation') return status === 'not_confirmed';
  if (template === 'account-deleted') return status === 'deleted';
  return true;
}

/** Gives a mail back that could not be sent, so that the next try need not wait. */
async function returnMail(context: AccountsContext, mail: string): Promise<void> {
  await context.collections.mails.updateOne({ _id: mail }, { $set: { takenAt: null } });
}

/** Notes that a mail left, and blanks the secret of its link. */
async function markMailSent(context: AccountsContext, mail: string): Promise<void> {
  await context.collections.mails.updateOne(
    { _id: mail },
    { $set: { sentAt: context.clock.now(), secret: null } },
  );
}

/** Mails whose job was lost: unsent, older than a minute, of the last three days. Puts their jobs back. */
async function sweepMails(context: AccountsContext): Promise<number> {
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

/** The outbox as other features use it. */
export function mailOutbox(context: AccountsContext) {
  return {
    mail: (member: string, mail: Parameters<typeof mailMember>[2]) => mailMember(context, member, mail),
    /** Whether a mail under this id was put out before. */
    wasMailed: async (id: string) => (await context.collections.mails.findOne({ _id: id })) !== null,
    takeMail: (mail: string) => takeMail(context, mail),
    returnMail: (mail: string) => returnMail(context, mail),
    markMailSent: (mail: string) => markMailSent(context, mail),
    sweepMails: () => sweepMails(context),
  };
}
