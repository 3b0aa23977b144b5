import { type Locale, ownChanged } from '@heartline/contracts';
import { createArchives, createPasswords, createReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { type AccountRow, accountCollections } from './account.model.ts';
import { findAccount } from './account-by-email.ts';
import { accountLife } from './account-life.ts';
import type { AccountHooks, AccountsContext } from './accounts-context.ts';
import { activateAccount } from './activate-account.ts';
import { authenticateSession, readSessions } from './authenticate-session.ts';
import { checkNewcomer } from './check-newcomer.ts';
import type { SignUpInput } from './check-sign-up.ts';
import { confirmFictional } from './confirm-fictional.ts';
import { listSessions, livingSessions, logOut, sessionEnds } from './end-session.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { findAccounts } from './find-accounts.ts';
import { landerSignUps } from './lander-sign-ups.ts';
import { logIn } from './log-in.ts';
import { mailOutbox } from './mail-outbox.ts';
import { createOperators, operatorIndexes } from './operators/index.ts';
import type { OwnerInput } from './prove-owner.ts';
import { resendActivation } from './resend-activation.ts';
import { type SignUpFrom, signUp } from './sign-up.ts';
import type { Device } from './start-session.ts';
import { restoreAccount, suspendAccount } from './suspend-account.ts';
import { presentUser } from './user.presenter.ts';

export type { AccountRow, Receipt } from './account.model.ts';
export { keyOfEmail } from './account-by-email.ts';
export type {
  AccountHooks,
  ExportPart,
  OwnProfile,
  PersonalData,
  ProfileDraft,
  SessionInfo,
} from './accounts-context.ts';
export type { OutgoingMail } from './deliver-mail.ts';
export type { LanderSignUp } from './lander-sign-ups.ts';
export type { OperatorSession } from './operators/index.ts';

export const indexes: readonly IndexSpec[] = [
  // Operators look members up by address.
  { collection: 'accounts', key: { emailKey: 1 } },
  // Figures of landers read sign-ups by time.
  { collection: 'accounts', key: { createdAt: 1 } },
  { collection: 'emails', key: { member: 1 } },
  { collection: 'sessions', key: { member: 1 } },
  { collection: 'sessions', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'wipedSessions', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  // Finds due mails, and given-up mails by time.
  { collection: 'mails', key: { sentAt: 1, dueAt: 1, givenUpAt: 1 } },
  { collection: 'mails', key: { member: 1 } },
  { collection: 'mails', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'tokens', key: { member: 1 } },
  { collection: 'tokens', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'deletions', key: { erasedAt: 1, eraseAt: 1 } },
  { collection: 'deletions', key: { settledAt: 1, askedAt: 1 } },
  { collection: 'deletions', key: { 'origin.day': 1 } },
  { collection: 'exports', key: { expiresAt: 1 } },
  { collection: 'loginAttempts', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'mailTurns', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  ...operatorIndexes,
];

export type Accounts = ReturnType<typeof createAccounts>;

const ACCOUNT_CACHE_MS = 2_000;
const SESSION_CACHE_MS = 2_500;
/** Limits the lookups of a large group, such as the members of a dead gateway: pause between two reads. */
const OF_CROWDS = { max: 50_000, restMs: 25 };

async function readAccounts(
  { accounts }: AccountsContext['collections'],
  members: readonly string[],
): Promise<Map<string, AccountRow>> {
  const rows: AccountRow[] = await accounts
    .find({ _id: { $in: [...members] } }, { batchSize: members.length + 1 })
    .toArray();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Premium status from the ledger, for rules that need it often. */
function createPremium({ collections, accounts }: AccountsContext) {
  return {
    /** Keeps the time of the first purchase. Returns true if anything changed. */
    async setPremium(member: string, at: number | null): Promise<boolean> {
      const only = at === null ? { premiumAt: { $ne: null } } : { premiumAt: null };
      const { modifiedCount } = await collections.accounts.updateOne(
        { _id: member, ...only },
        { $set: { premiumAt: at } },
      );
      accounts.drop(member);
      return modifiedCount === 1;
    },
    /** Bypasses the cache: `accountOf` may be some seconds behind. */
    hasPremium: async (member: string): Promise<boolean> =>
      (await collections.accounts.findOne({ _id: member, premiumAt: { $ne: null } })) !== null,
  };
}

async function updateAccount(
  { collections, accounts }: AccountsContext,
  member: string,
  fields: Partial<AccountRow>,
): Promise<void> {
  await collections.accounts.updateOne({ _id: member }, { $set: fields });
  accounts.drop(member);
}

/** Members' accounts and sessions: sign-up, activation, login and logout. */
export function createAccounts(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'queues' | 'publisher' | 'logger' | 'config'>,
  hooks: AccountHooks,
) {
  const collections = accountCollections(deps.mongo);
  const { now } = deps.clock;
  const context: AccountsContext = {
    ...deps,
    hooks,
    collections,
    passwords: createPasswords(),
    accounts: createReadCache({ ...OF_CROWDS, ttlMs: ACCOUNT_CACHE_MS, now }, (members) =>
      readAccounts(collections, members),
    ),
    sessions: createReadCache({ ...OF_CROWDS, ttlMs: SESSION_CACHE_MS, now, onlyFound: true }, (hashes) =>
      readSessions(collections, hashes),
    ),
    ended: createEndedSessions(now),
    archives: createArchives(deps.config.mediaDir),
  };
  const update = (member: string, fields: Partial<AccountRow>) => updateAccount(context, member, fields);
  /** Changes the account and publishes it to the member's other devices. */
  async function change(member: string, fields: Partial<AccountRow>): Promise<void> {
    await update(member, fields);
    await deps.publisher.durable(member, ownChanged, {});
  }
  return {
    checkSignUp: checkNewcomer.bind(null, context),
    signUp: (input: SignUpInput, from: SignUpFrom) => signUp(context, input, from),
    activate: (input: OwnerInput, device: Device) => activateAccount(context, input, device),
    resendActivation: (email: string, site: string) => resendActivation(context, email, site),
    logIn: (input: { email: string; password: string }, site: string, device: Device) =>
      logIn(context, input, site, device),
    ...accountLife(context),
    operators: createOperators(context, deps.mongo),
    logOut: (secret: string) => logOut(context, secret),
    authenticate: (secret: string) => authenticateSession(context, secret),
    /** Called when another node ended this session. */
    observeEnded: (session: string) => context.ended.add(session),
    isEnded: (session: string) => context.ended.has(session),
    ...sessionEnds(context),
    landerSignUps: landerSignUps.bind(null, context),
    listSessions: (member: string, current: string) => listSessions(context, member, current),
    livingSessions: (member: string) => livingSessions(context, member),
    find: (wanted: string) => findAccounts(context, wanted),
    suspend: (member: string) => suspendAccount(context, member),
    restore: (member: string) => restoreAccount(context, member),
    presentUser: (member: string) => presentUser(context, member),
    /** The account, at most a few seconds old. */
    accountOf: (member: string) => context.accounts.get(member),
    /** The member whose account has this address on a site now. */
    memberByEmail: async (site: string, email: string) => (await findAccount(context, site, email))?._id,
    versionOf: (member: string) => deps.publisher.versionOf(member),
    now,
    updateLanguage: (member: string, language: Locale) => change(member, { language }),
    confirmFictional: (member: string) => confirmFictional(context, member),
    ...createPremium(context),
    /** Turns mail on again, whatever turned it off. */
    enableMail: (member: string) => change(member, { notificationsDisabled: [] }),
    setPushSubscribed: (member: string, pushSubscribed: boolean) => update(member, { pushSubscribed }),
    ...mailOutbox(context),
  };
}
