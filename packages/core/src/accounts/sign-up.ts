import { ok, type ParsedOf, type Result, refuse, type signUp as signUpCall } from '@heartline/contracts';
import { checkDateOfBirth, checkName, checkPassword, fieldsOrRefusal, memberToday } from '@heartline/domain';
import { isRegion } from '@heartline/i18n/server';
import type { SiteOfHost } from '../site/index.ts';
import type { EmailRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { type Email, readEmail } from './email-key.ts';
import { isCommonPassword } from './guessable-passwords.ts';
import { queueActivationMail } from './mail-outbox.ts';
import { type Secrets, startSession } from './start-session.ts';
import { takeTime } from './take-time.ts';

type SignUpInput = ParsedOf<typeof signUpCall>;

/** A claim without an account is a crash; after this it may be taken over. */
const ABANDONED_MS = 60_000;
/** Nobody answered the activation mail: the address is free again. */
const UNCONFIRMED_MS = 72 * 3_600_000;
const SIGN_UP_MS = 250;

/**
 * Creates an account, not confirmed yet, signs it in as such and sends the activation mail.
 *
 *   claim the e-mail → profile → token and mail → account → job, session
 *
 * The account row is what counts: a crash before it leaves a claim that the next sign-up takes over after a minute,
 * and a mail that is never sent because nobody is behind it. A crash after it leaves an unsent mail to the sweeper.
 * Known and new addresses take the same time (product decisions, 8).
 */
export async function signUp(
  context: AccountsContext,
  input: SignUpInput,
  site: SiteOfHost,
  device: string,
): Promise<Result<{ email: string; member: string; secrets: Secrets }>> {
  if (site.settings.signups !== 'all') return refuse('SIGNUP_CLOSED');
  const checked = checkSignUp(input, site, context.clock.now());
  if (!checked.ok) return checked;
  return takeTime(SIGN_UP_MS, async () => {
    const passwordHash = await context.passwords.hash(input.password);
    const member = context.ids.documentId();
    const claimed = await claimEmail(context, `${site.site}:${checked.value.email.key}`, member);
    if (!claimed.ok) return claimed;
    await createMember(context, { ...checked.value, member, site: site.site, passwordHash, input });
    const secrets = await startSession(context, { member, site: site.site }, { name: device });
    return ok({ email: checked.value.email.address, member, secrets });
  });
}

/** Every rule on what was entered (S5-001 to S5-008, S5-015), all faults at once. */
function checkSignUp(
  input: SignUpInput,
  { settings }: Pick<SiteOfHost, 'settings'>,
  now: number,
): Result<{ email: Email; name: string }> {
  const email = readEmail(input.email);
  const named = checkName(input.name, input.email, settings.name);
  const countryKnown = settings.countries.includes(input.country);
  const about = { siteName: settings.name, name: input.name, email: input.email };
  const fields = fieldsOrRefusal({
    email: email ? undefined : 'EMAIL_INVALID',
    name: 'error' in named ? named.error : undefined,
    date_of_birth: checkDateOfBirth(input.date_of_birth, memberToday(now, input.today), settings.min_age),
    country: countryKnown ? undefined : 'COUNTRY_UNKNOWN',
    region: !countryKnown || isRegion(input.country, input.region) ? undefined : 'REGION_UNKNOWN',
    password:
      checkPassword(input.password, about) ??
      (isCommonPassword(input.password) ? 'PASSWORD_TOO_COMMON' : undefined),
  });
  if (!fields.ok) return fields;
  return email && 'name' in named ? ok({ email, name: named.name }) : refuse('VALIDATION_FAILED');
}

/** Claims an address by one unique insert, or takes over a claim that came to nothing by one conditional update. */
async function claimEmail(context: AccountsContext, id: string, member: string): Promise<Result<undefined>> {
  const { emails } = context.collections;
  const claim = { member, claimedAt: context.clock.now() };
  try {
    await emails.insertOne({ _id: id, ...claim });
    return ok(undefined);
  } catch (error) {
    const existing = await emails.findOne({ _id: id });
    if (!existing) throw error;
    return existing.member === member ? ok(undefined) : takeOverClaim(context, existing, claim);
  }
}

/** An address somebody has: refused, unless the account behind it never came to be or was never confirmed. */
async function takeOverClaim(
  context: AccountsContext,
  existing: EmailRow,
  claim: Omit<EmailRow, '_id'>,
): Promise<Result<undefined>> {
  const { emails, accounts } = context.collections;
  const account = await accounts.findOne({ _id: existing.member });
  if (account?.status === 'deleted') return refuse('EMAIL_PENDING_DELETION');
  const idle = account ? UNCONFIRMED_MS : ABANDONED_MS;
  const free =
    (!account || account.status === 'not_confirmed') && claim.claimedAt - existing.claimedAt > idle;
  if (!free) return refuse('EMAIL_TAKEN');
  const taken = await emails.updateOne(
    { _id: existing._id, member: existing.member, claimedAt: existing.claimedAt },
    { $set: claim },
  );
  return taken.modifiedCount === 1 ? ok(undefined) : refuse('EMAIL_TAKEN');
}

async function createMember(
  context: AccountsContext,
  made: {
    member: string;
    site: string;
    email: Email;
    name: string;
    passwordHash: string;
    input: SignUpInput;
  },
): Promise<void> {
  const { member, site, email, name, passwordHash, input } = made;
  const now = context.clock.now();
  await context.hooks.profiles.create({
    member,
    site,
    name,
    gender: input.gender,
    sexuality: input.sexuality,
    dateOfBirth: input.date_of_birth,
    country: input.country,
    region: input.region,
    language: input.language,
    createdAt: now,
  });
  const mail = await queueActivationMail(context, member, input.language);
  await context.collections.accounts.insertOne({
    _id: member,
    site,
    email: email.address,
    emailKey: email.key,
    passwordHash,
    status: 'not_confirmed',
    language: input.language,
    country: input.country,
    createdAt: now,
    activatedAt: null,
    premiumAt: null,
    knownDevices: [],
    notificationsDisabled: [],
    pushSubscribed: false,
    fictionalConfirmedAt: null,
    seenAt: now,
  });
  await mail.send();
  await context.hooks.onSignedUp(member, now);
}
