import { type Locale, ownChanged, sendMail } from '@heartline/contracts';
import { MAIL_REFUSALS, nextMailTry, unlinked } from '@heartline/domain';
import { hashSecret, MailRefused, renewWhile } from '@heartline/platform';
import type { AccountRow, MailRow, MailTemplate, Receipt, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { isSound } from './one-time-token.ts';
import { hasWayBack } from './way-back.ts';

/** A taken mail that its job has not renewed for this long belongs to a process that died. */
const TAKEN_MS = 60_000;
/** A mail server may take minutes to answer. Two of three renewals may be lost. */
const RENEW_MS = TAKEN_MS / 3;
/** Mails that one sweep enqueues; the next sweep takes the rest. */
const AT_ONCE = 500;
/** Retention of a sent mail, so that no repeat sends it again. Links expire sooner. */
const KNOWN_MS = 90 * 86_400_000;

/** A mail ready to be written: recipient, language, and the secret of its link. */
export interface OutgoingMail {
  id: string;
  member: string;
  site: string;
  to: string;
  name: string;
  template: MailTemplate;
  language: Locale;
  /** The member's country: decides the formats of dates and money. */
  country: string;
  /** Null if the mail has no link. */
  secret: string | null;
  /** When a deleted account will be erased. */
  eraseAt: number | null;
  /** Only in receipts. */
  receipt?: Receipt | undefined;
}

/**
 * Sends a mail of the outbox by `send`. If its job is delivered several times, one delivery sends it.
 *
 * - A failure is retried after growing pauses while the link works.
 * - A permanent refusal, or a mail that cannot be written (`MailRefused`), is retried a few times only. Then
 *   the mail is given up for operators, and the member sees a notice if the address caused it.
 * - A mail waits while its account is not in the right state, and is dropped when its time is over.
 * - A mail is dropped when its link expired, was used, or belongs to an old password or address: an operator
 *   could not repair it.
 */
export async function deliverMail(
  context: AccountsContext,
  mail: string,
  send: (outgoing: OutgoingMail) => Promise<void | 'unwanted'>,
): Promise<void> {
  const { collections, clock } = context;
  const now = clock.now();
  // The attempt counts as refused until it ends otherwise, so a mail that crashes its worker is not retried
  // forever.
  const row = await collections.mails.findOneAndUpdate(
    { _id: mail, sentAt: null, $or: [{ attempts: 0 }, { dueAt: { $lte: now, $gt: 0 } }] },
    { $set: { takenAt: now, dueAt: now + TAKEN_MS }, $inc: { attempts: 1, refusals: 1 } },
    { returnDocument: 'after' },
  );
  if (!row) return;
  let to: string | undefined;
  try {
    if (row.refusals > MAIL_REFUSALS) throw new MailRefused('each try ended the worker');
    const outgoing = await addressed(context, row);
    if (!outgoing) return await waitForAccount(context, row);
    ({ to } = outgoing);
    // The member has already seen the content.
    if ((await whileTaken(context, row, () => send(outgoing))) === 'unwanted')
      return void (await collections.mails.deleteMany(asTaken(row)));
  } catch (error) {
    return await putOff(context, row, error, to);
  }
  const sentAt = clock.now();
  const forgetAt = new Date(sentAt + KNOWN_MS);
  await collections.mails.updateOne({ _id: mail }, { $set: { sentAt, secret: null, forgetAt } });
}

/**
 * A mail with all it needs to be written; undefined while its account is missing or in another state.
 * @throws {MailRefused} when its link has expired: nobody should get a mail with a dead link.
 */
async function addressed(context: AccountsContext, row: MailRow): Promise<OutgoingMail | undefined> {
  if (row.stranger) return toStranger(row, row.stranger);
  const wanted = await wantedBy(context, row);
  if (!wanted) return undefined;
  const { account, linkMs } = wanted;
  if (linkMs <= 0) throw new MailRefused('its link is over');
  const profile = await context.hooks.profiles.own(row.member);
  return {
    id: row._id,
    member: row.member,
    site: account.site,
    to: row.to ?? account.email,
    name: unlinked(profile?.name ?? ''),
    template: row.template,
    language: row.language,
    country: account.country,
    secret: row.secret,
    eraseAt: account.deletion?.eraseAt ?? null,
    receipt: row.receipt,
  };
}

/** A mail to an address that may belong to no account. */
function toStranger(
  { _id: id, member, to, template, language, receipt }: MailRow,
  { site, country }: NonNullable<MailRow['stranger']>,
): OutgoingMail {
  const base = { id, member, site, country, template, language, receipt };
  return { ...base, to: to ?? '', name: '', secret: null, eraseAt: null };
}

/** The account, if it still wants this mail, and how long its link still works; undefined otherwise. */
async function wantedBy(context: AccountsContext, row: MailRow) {
  const [account, link] = await Promise.all([
    context.collections.accounts.findOne({ _id: row.member }),
    linkOf(context, row),
  ]);
  if (!account || !isWanted(row.template, account, link)) return undefined;
  return { account, linkMs: leftOf(context, link) };
}

/** The one-time link of a mail. The link of a case mail is not a one-time link and does not expire. */
async function linkOf({ collections }: AccountsContext, { secret }: MailRow): Promise<TokenRow | null> {
  return secret === null ? null : collections.tokens.findOne({ _id: hashSecret(secret) });
}

/** Remaining time of a link in ms. */
function leftOf({ clock }: AccountsContext, link: TokenRow | null): number {
  return link ? link.expiresAt - clock.now() : Number.POSITIVE_INFINITY;
}

/** True if a mail and its link still make sense in the current state of the account. */
function isWanted(template: MailTemplate, account: AccountRow, link: TokenRow | null): boolean {
  const { status, deletion } = account;
  if (link && !isSound(link, account)) return false;
  if (template === 'activation') return status === 'not_confirmed';
  if (template === 'account-deleted') return status === 'deleted' && hasWayBack(deletion);
  return true;
}

/** Pause before the next attempt in ms; undefined to give the mail up. */
async function pauseOf(
  context: AccountsContext,
  row: MailRow,
  refusals: number,
): Promise<number | undefined> {
  const ageMs = context.clock.now() - row.createdAt;
  const linkMs = leftOf(context, await linkOf(context, row));
  return nextMailTry({ ageMs, attempts: row.attempts, refusals, linkMs });
}

/** Matches the row only for the job that took the mail last. */
const asTaken = ({ _id, attempts }: MailRow) => ({ _id, attempts, sentAt: null });

/** Runs work while renewing the claim on the mail. No renewal is still running after it returns. */
function whileTaken<T>(
  { collections, clock }: AccountsContext,
  row: MailRow,
  act: () => Promise<T>,
): Promise<T> {
  const renew = () => collections.mails.updateOne(asTaken(row), { $set: { dueAt: clock.now() + TAKEN_MS } });
  return renewWhile(RENEW_MS, renew, act);
}

async function waitForAccount(context: AccountsContext, row: MailRow): Promise<void> {
  const { collections, clock } = context;
  const now = clock.now();
  const refusals = row.refusals - 1;
  const pauseMs = await pauseOf(context, row, refusals);
  if (pauseMs === undefined) await collections.mails.deleteMany(asTaken(row));
  else await collections.mails.updateOne(asTaken(row), { $set: { dueAt: now + pauseMs, refusals } });
}

/**
 * Schedules another attempt, or gives the mail up and logs it, or drops a mail that must not be sent. The
 * mail server's own error text contains the address and is not stored.
 */
async function putOff(context: AccountsContext, row: MailRow, error: unknown, to?: string): Promise<void> {
  const { collections, clock, logger } = context;
  const now = clock.now();
  const isRefused = error instanceof MailRefused;
  const refusals = isRefused ? row.refusals : row.refusals - 1;
  const failure = isRefused ? error.message : codeOf(error);
  const pauseMs = await pauseOf(context, row, refusals);
  const why = isRefused && error.cause instanceof Error ? { stack: error.cause.stack } : {};
  const said = { mail: row._id, template: row.template, attempts: row.attempts, failure, ...why };
  if (pauseMs !== undefined) {
    await collections.mails.updateOne(asTaken(row), { $set: { dueAt: now + pauseMs, refusals, failure } });
    return logger.warn({ ...said, pauseMs }, 'mail not sent: retried later');
  }
  if (isRefused && error.isOfAddress) await turnMailOff(context, row.member, to);
  const leftMs = await wantedForMs(context, row);
  if (leftMs <= 0) return void (await drop(context, { ...row, failure }));
  // A mail without an expiring link stays until an operator handles it.
  const forgetAt = Number.isFinite(leftMs) && { forgetAt: new Date(now + leftMs) };
  const givenUp = { dueAt: null, givenUpAt: now, ...forgetAt, refusals, failure };
  await collections.mails.updateOne(asTaken(row), { $set: givenUp });
  logger.error(said, 'mail given up');
}

/** Time in ms for which sending a mail still makes sense: while it is wanted and its link works. */
async function wantedForMs(context: AccountsContext, row: MailRow): Promise<number> {
  if (row.stranger) return KNOWN_MS;
  return (await wantedBy(context, row))?.linkMs ?? 0;
}

/** Deletes a mail that must not be sent, and logs it once; false if another call deleted it. */
async function drop({ collections, logger }: AccountsContext, row: MailRow): Promise<boolean> {
  const { _id: mail, template, attempts, failure } = row;
  const { deletedCount } = await collections.mails.deleteMany(asTaken(row));
  if (deletedCount === 0) return false;
  logger.warn({ mail, template, attempts, failure }, 'mail dropped: link expired or mail no longer wanted');
  return true;
}

/**
 * Marks the member's address as bouncing, if `to` is still the address. It lasts until they turn mail on or
 * change the address.
 */
async function turnMailOff(context: AccountsContext, member: string, to = ''): Promise<void> {
  const { modifiedCount } = await context.collections.accounts.updateOne(
    { _id: member, email: to },
    { $addToSet: { notificationsDisabled: 'bounce' } },
  );
  context.accounts.drop(member);
  if (modifiedCount === 1) await context.publisher.durable(member, ownChanged, {});
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string | number; name?: string };
  return String(code ?? name ?? 'unknown');
}

/** Enqueues mails that are due: their job was lost, or their pause is over. */
export async function sweepMails({ collections, clock, queues }: AccountsContext): Promise<number> {
  const now = clock.now();
  const rows = await collections.mails
    .find({ sentAt: null, dueAt: { $lte: now, $gt: 0 } }, { projection: { _id: 1, attempts: 1 } })
    .limit(AT_ONCE)
    .toArray();
  for (const { _id, attempts } of rows) {
    const jobId = `mail-${_id}-${attempts}-${Math.floor(now / 60_000)}`;
    await queues.enqueue(sendMail, { mail: _id }, { jobId });
  }
  return rows.length;
}

const GIVEN_UP = { sentAt: null, dueAt: null, givenUpAt: { $gt: 0 } } as const;

/** Number of mails that wait to be sent, and of those given up that need an operator. */
export async function outboxFigures({ collections }: AccountsContext) {
  const [waiting, givenUp] = await Promise.all([
    collections.mails.countDocuments({ sentAt: null, dueAt: { $gt: 0 } }),
    collections.mails.countDocuments(GIVEN_UP),
  ]);
  return { waiting, givenUp };
}

/** The `limit` mails given up last, latest first, without their secrets: member, kind, time and reason. */
export async function givenUpMails({ collections }: AccountsContext, limit: number) {
  const rows = await collections.mails.find(GIVEN_UP).sort({ givenUpAt: -1 }).limit(limit).toArray();
  return rows.map(({ _id: id, member, template, createdAt, givenUpAt, attempts, failure = '' }) => {
    return { id, member, template, createdAt, givenUpAt: givenUpAt ?? createdAt, attempts, failure };
  });
}

/**
 * Retries a mail that was given up, from the start (`waiting`). Deletes it instead if it is no longer wanted
 * or its link expired (`dropped`). Undefined if there is no such mail.
 */
export async function retryMail(
  context: AccountsContext,
  mail: string,
): Promise<'waiting' | 'dropped' | undefined> {
  const { collections, clock, queues } = context;
  const now = clock.now();
  const stands = { ...GIVEN_UP, _id: mail };
  const row = await collections.mails.findOne(stands);
  if (!row) return undefined;
  if ((await wantedForMs(context, row)) <= 0) return (await drop(context, row)) ? 'dropped' : undefined;
  const { modifiedCount } = await collections.mails.updateOne(stands, {
    $set: { dueAt: now, givenUpAt: null, refusals: 0 },
    $unset: { forgetAt: '' },
  });
  if (modifiedCount === 0) return undefined;
  await queues.enqueue(sendMail, { mail }, { jobId: `mail-${mail}-again-${now}` });
  return 'waiting';
}
