import { type Locale, ownChanged, sendMail } from '@heartline/contracts';
import { MAIL_REFUSALS, nextMailTry, unlinked } from '@heartline/domain';
import { hashSecret, MailRefused, sayingMeanwhile } from '@heartline/platform';
import type { AccountRow, MailRow, MailTemplate, Receipt, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { isSound } from './one-time-token.ts';
import { hasWayBack } from './way-back.ts';

/** A mail taken and not sent, of which nobody said for this long that they are at it, belongs to a process that died. */
const TAKEN_MS = 60_000;
/** A mail server may take minutes over its answer; two of three words that it is waited for may be lost. */
const RENEW_MS = TAKEN_MS / 3;
/** What one sweep enqueues; the rest waits for the next. */
const AT_ONCE = 500;
/** How long a mail that left is still known, so that nothing sends it again: links are known for less. */
const KNOWN_MS = 90 * 86_400_000;

/** A mail ready to be written: who gets it, in which language, and the secret of its link. */
export interface OutgoingMail {
  id: string;
  member: string;
  site: string;
  to: string;
  name: string;
  template: MailTemplate;
  language: Locale;
  /** The member's, by which dates and money are written. */
  country: string;
  /** Of mails with a link. */
  secret: string | null;
  /** When the account will be erased, if it waits for that. */
  eraseAt: number | null;
  /** Of a receipt. */
  receipt?: Receipt | undefined;
}

/**
 * Sends a mail of the outbox by `send`, which of several deliveries of its job one does. What fails is tried again
 * after growing pauses: as long as its link holds, and one that is refused for good or cannot be written
 * (`MailRefused`) a few times only. Then it stands as given up, for operators, and the member is told where their
 * address is to blame. A mail whose account is not in its state waits for that, and goes unsent when its time is over;
 * so does one whose link is over, was used, or went with a password or an address that is no longer: no operator could
 * help it.
 */
export async function deliverMail(
  context: AccountsContext,
  mail: string,
  send: (outgoing: OutgoingMail) => Promise<void | 'unwanted'>,
): Promise<void> {
  const { collections, clock } = context;
  const now = clock.now();
  // A try counts as refused until it ends otherwise, so that a mail that ends its worker is not tried for ever.
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
    // What it tells of was seen meanwhile.
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
 * @throws {MailRefused} when its link is over: nobody should get a mail with a dead one.
 */
async function addressed(context: AccountsContext, row: MailRow): Promise<OutgoingMail | undefined> {
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

/** The account that wants a mail as it stands now, and how long its link holds; undefined when it does not. */
async function wantedBy(context: AccountsContext, row: MailRow) {
  const [account, link] = await Promise.all([
    context.collections.accounts.findOne({ _id: row.member }),
    linkOf(context, row),
  ]);
  if (!account || !isWanted(row.template, account, link)) return undefined;
  return { account, linkMs: leftOf(context, link) };
}

/** The one-time link in a mail, if it has one: that of a case is none, and does not end. */
async function linkOf({ collections }: AccountsContext, { secret }: MailRow): Promise<TokenRow | null> {
  return secret === null ? null : collections.tokens.findOne({ _id: hashSecret(secret) });
}

/** How long, in ms, a link still holds. */
function leftOf({ clock }: AccountsContext, link: TokenRow | null): number {
  return link ? link.expiresAt - clock.now() : Number.POSITIVE_INFINITY;
}

/** Whether a mail, and the link in it, still makes sense in the state the account is in by now. */
function isWanted(template: MailTemplate, account: AccountRow, link: TokenRow | null): boolean {
  const { status, deletion } = account;
  if (link && !isSound(link, account)) return false;
  if (template === 'activation') return status === 'not_confirmed';
  if (template === 'account-deleted') return status === 'deleted' && hasWayBack(deletion);
  return true;
}

/** How long, in ms, a mail waits for its next try; undefined when it is given up. */
async function pauseOf(
  context: AccountsContext,
  row: MailRow,
  refusals: number,
): Promise<number | undefined> {
  const ageMs = context.clock.now() - row.createdAt;
  const linkMs = leftOf(context, await linkOf(context, row));
  return nextMailTry({ ageMs, attempts: row.attempts, refusals, linkMs });
}

/** Only the job that took the mail last says what becomes of it. */
const asTaken = ({ _id, attempts }: MailRow) => ({ _id, attempts, sentAt: null });

/** Does something with a mail that stays taken meanwhile; nothing is on its way to its row when that ends. */
function whileTaken<T>(
  { collections, clock }: AccountsContext,
  row: MailRow,
  act: () => Promise<T>,
): Promise<T> {
  const renew = () => collections.mails.updateOne(asTaken(row), { $set: { dueAt: clock.now() + TAKEN_MS } });
  return sayingMeanwhile(RENEW_MS, renew, act);
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
 * Tries it again later, or gives it up and says so, or drops what must not leave any more; a mail server’s own words name
 * the address and are not kept.
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
    return logger.warn({ ...said, pauseMs }, 'mail not sent, tried again later');
  }
  if (isRefused && error.isOfAddress) await turnMailOff(context, row.member, to);
  const leftMs = await helpedFor(context, row);
  if (leftMs <= 0) return void (await drop(context, { ...row, failure }));
  // Without a link that ends it stands until an operator sees to it.
  const forgetAt = Number.isFinite(leftMs) && { forgetAt: new Date(now + leftMs) };
  const givenUp = { dueAt: null, givenUpAt: now, ...forgetAt, refusals, failure };
  await collections.mails.updateOne(asTaken(row), { $set: givenUp });
  logger.error(said, 'mail given up');
}

/** How long, in ms, it makes sense to send a mail: while it is wanted and its link holds. */
async function helpedFor(context: AccountsContext, row: MailRow): Promise<number> {
  return (await wantedBy(context, row))?.linkMs ?? 0;
}

/** Deletes a mail that must not leave any more, and says so once; false when somebody else did. */
async function drop({ collections, logger }: AccountsContext, row: MailRow): Promise<boolean> {
  const { _id: mail, template, attempts, failure } = row;
  const { deletedCount } = await collections.mails.deleteMany(asTaken(row));
  if (deletedCount === 0) return false;
  logger.warn({ mail, template, attempts, failure }, 'mail dropped: its link is over, or nobody wants it');
  return true;
}

/** Notes that the member's address takes no mail, if `to` is still theirs; until they turn mail on, or move. */
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

/** Puts jobs on the queue for mails that are due: whose job was lost, or whose pause is over. */
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

/** How many mails wait to leave, and how many were given up and wait for an operator. */
export async function outboxFigures({ collections }: AccountsContext) {
  const [waiting, givenUp] = await Promise.all([
    collections.mails.countDocuments({ sentAt: null, dueAt: { $gt: 0 } }),
    collections.mails.countDocuments(GIVEN_UP),
  ]);
  return { waiting, givenUp };
}

/** The `limit` mails given up last, the latest first, without their secrets: whose, of which kind, when and why. */
export async function givenUpMails({ collections }: AccountsContext, limit: number) {
  const rows = await collections.mails.find(GIVEN_UP).sort({ givenUpAt: -1 }).limit(limit).toArray();
  return rows.map(({ _id: id, member, template, createdAt, givenUpAt, attempts, failure = '' }) => {
    return { id, member, template, createdAt, givenUpAt: givenUpAt ?? createdAt, attempts, failure };
  });
}

/**
 * Tries a mail that was given up once more, from the start (`waiting`). One that is not wanted any more, or whose link is
 * over, is deleted instead (`dropped`), so that what stands as given up can still be helped. Undefined when there is none.
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
  if ((await helpedFor(context, row)) <= 0) return (await drop(context, row)) ? 'dropped' : undefined;
  const { modifiedCount } = await collections.mails.updateOne(stands, {
    $set: { dueAt: now, givenUpAt: null, refusals: 0 },
    $unset: { forgetAt: '' },
  });
  if (modifiedCount === 0) return undefined;
  await queues.enqueue(sendMail, { mail }, { jobId: `mail-${mail}-again-${now}` });
  return 'waiting';
}
