import { CONSTANTS, type Locale, sendMail } from '@heartline/contracts';
import { hashSecret, insertOnce } from '@heartline/platform';
import type { AccountRow, MailRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import {
  deliverMail,
  givenUpMails,
  type OutgoingMail,
  outboxFigures,
  retryMail,
  sweepMails,
} from './deliver-mail.ts';
import { readEmail } from './email-key.ts';
import { issueToken, linkSeals } from './one-time-token.ts';

const TOKEN_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** A mail of this age that no job took has lost its job. */
const LOST_MS = 60_000;

/** A mail to put into the outbox. */
interface QueuedMail {
  send(): Promise<void>;
  takeBack(): Promise<void>;
}

/** Puts an activation mail with a new one-time link into the outbox. */
export async function queueActivationMail(
  context: AccountsContext,
  account: Pick<AccountRow, '_id' | 'emailKey'>,
  language: Locale,
): Promise<QueuedMail> {
  const { _id: member } = account;
  const expiresAt = context.clock.now() + TOKEN_MS;
  const seal = linkSeals.activation(account);
  const secret = await issueToken(context, { kind: 'activation', member, expiresAt, seal });
  return queueMail(context, { member, template: 'activation', language, secret });
}

/**
 * Puts a mail into the outbox. The secret of its link never enters Redis. With an `id` of its own the mail is
 * added once, however often this is repeated.
 */
export async function queueMail(
  context: AccountsContext,
  mail: Pick<MailRow, 'member' | 'template' | 'language' | 'secret' | 'receipt' | 'stranger'> & {
    to?: string;
    id?: string;
  },
): Promise<QueuedMail> {
  const { collections, clock, ids, queues } = context;
  const { id = ids.documentId(), to = null, ...rest } = mail;
  const now = clock.now();
  const state = {
    createdAt: now,
    dueAt: now + LOST_MS,
    takenAt: null,
    sentAt: null,
    attempts: 0,
    refusals: 0,
  };
  await insertOnce(collections.mails, { _id: id, to, ...rest, ...state });
  return {
    async send() {
      await queues.enqueue(sendMail, { mail: id }, { jobId: `mail-${id}` });
    },
    async takeBack() {
      await collections.mails.deleteMany({ _id: id });
      if (mail.secret) await collections.tokens.deleteMany({ _id: hashSecret(mail.secret) });
    },
  };
}

/** Mails a member in the language of the account. The id makes it idempotent. */
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

/** Mails an address that may belong to no account; nothing for one that cannot be an address. The id makes it idempotent. */
async function mailStranger(
  context: AccountsContext,
  { email, language, ...stranger }: { site: string; email: string; language: Locale; country: string },
  mail: Pick<MailRow, 'template' | 'receipt'> & { id: string },
): Promise<void> {
  const to = readEmail(email)?.address;
  if (!to) return;
  const queued = await queueMail(context, { ...mail, to, language, stranger, member: '', secret: null });
  await queued.send();
}

/** The outbox for other features. */
export function mailOutbox(context: AccountsContext) {
  return {
    mail: (member: string, mail: Parameters<typeof mailMember>[2]) => mailMember(context, member, mail),
    mailStranger: (to: Parameters<typeof mailStranger>[1], mail: Parameters<typeof mailStranger>[2]) =>
      mailStranger(context, to, mail),
    /** True if a mail with this id was ever added. */
    wasMailed: async (id: string) => (await context.collections.mails.findOne({ _id: id })) !== null,
    deliverMail: (mail: string, send: (outgoing: OutgoingMail) => Promise<void | 'unwanted'>) =>
      deliverMail(context, mail, send),
    sweepMails: () => sweepMails(context),
    outboxFigures: () => outboxFigures(context),
    givenUpMails: (limit: number) => givenUpMails(context, limit),
    retryMail: (mail: string) => retryMail(context, mail),
  };
}
