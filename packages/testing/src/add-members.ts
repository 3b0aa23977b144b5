import { randomBytes } from 'node:crypto';
import type { AccountRow, Core, ProfileRow } from '@heartline/core';
import { createIds, hashSecret, type Mongo } from '@heartline/platform';

/** A member to create for a test. Everything has a default. */
export interface MemberWish {
  name?: string;
  email?: string;
  credits?: number;
  premium?: boolean;
  fictional?: boolean;
  status?: AccountRow['status'];
  account?: Partial<AccountRow>;
  profile?: Partial<ProfileRow>;
}

export interface AddedMember {
  id: string;
  name: string;
  email: string;
  /** Value of the session cookie. */
  session: string;
}

const ids = createIds();
const DAY_MS = 86_400_000;
/** Members that get their credits together. With thousands at once, writes would time out on a busy machine. */
const PAID_AT_ONCE = 200;

/**
 * Inserts members directly into the stores: signed in, with credits through the ledger. It replaces thousands of
 * sign-ups and takes a second. Sign-up has its own tests.
 */
export async function addMembers(
  mongo: Mongo,
  core: Pick<Core, 'credits'>,
  wishes: readonly MemberWish[],
): Promise<AddedMember[]> {
  const people = wishes.map((wish) => rowsOf(wish));
  const insert = (collection: string, rows: object[]) =>
    mongo.connection.collection(collection).insertMany(rows, { ordered: false });
  await Promise.all([
    insert(
      'accounts',
      people.map(({ account }) => account),
    ),
    insert(
      'emails',
      people.map(({ account }) => ({ _id: `${account.site}:${account.emailKey}`, member: account._id })),
    ),
    insert(
      'profiles',
      people.map(({ profile }) => profile),
    ),
    insert(
      'sessions',
      people.map(({ session }) => session),
    ),
  ]);
  for (let first = 0; first < people.length; first += PAID_AT_ONCE) {
    await Promise.all(
      people.slice(first, first + PAID_AT_ONCE).map(async ({ account, wish }) => {
        if (wish.premium) {
          const money = { cents: 999, currency: 'EUR' };
          await addPurchase(mongo, core, account._id, wish.credits ?? 0, money);
        } else if (wish.credits) {
          await core.credits.grant(account._id, { key: 'signup', credits: wish.credits, reason: 'signup' });
        }
      }),
    );
  }
  return people.map(({ account, profile, secret }) => ({
    id: account._id,
    name: profile.name,
    email: account.email,
    session: secret,
  }));
}

/** A purchase with its completed payment, so that the invariants hold (C5). */
async function addPurchase(
  mongo: Mongo,
  core: Pick<Core, 'credits'>,
  member: string,
  credits: number,
  money: { cents: number; currency: string },
): Promise<void> {
  const payment = ids.documentId();
  await mongo.connection.collection<{ _id: string }>('payments').insertOne({
    _id: payment,
    member,
    state: 'completed',
    credits,
    priceCents: money.cents,
    currency: money.currency,
  } as { _id: string });
  await core.credits.purchase(member, { payment, credits, money });
}

function rowsOf(wish: MemberWish) {
  const _id = ids.documentId();
  const now = Date.now();
  const site = wish.account?.site ?? 'default';
  const status = wish.status ?? 'active';
  const secret = randomBytes(32).toString('base64url');
  const session = {
    _id: hashSecret(secret),
    member: _id,
    site,
    publicId: ids.documentId(),
    device: 'test',
    createdAt: now,
    seenAt: now,
    expiresAt: now + 30 * DAY_MS,
    forgetAt: new Date(now + 30 * DAY_MS),
  };
  const facts = { _id, now, site, status };
  return { wish, account: accountRow(wish, facts), profile: profileRow(wish, facts), session, secret };
}

interface Facts {
  _id: string;
  now: number;
  site: string;
  status: AccountRow['status'];
}

function accountRow(wish: MemberWish, { _id, now, site, status }: Facts): AccountRow {
  const email = wish.email ?? `${_id}@demo.example`;
  return {
    _id,
    site,
    email,
    emailKey: email,
    passwordHash: '',
    status,
    language: 'en',
    country: 'NL',
    createdAt: now - DAY_MS,
    activatedAt: status === 'active' ? now - DAY_MS : null,
    premiumAt: wish.premium ? now : null,
    knownDevices: [],
    notificationsDisabled: [],
    pushSubscribed: false,
    fictionalConfirmedAt: null,
    seenAt: now,
    ...wish.account,
  };
}

function profileRow(wish: MemberWish, { _id, now, site, status }: Facts): ProfileRow {
  const name = wish.name ?? `Member ${_id.slice(-5)}`;
  return {
    _id,
    site,
    name,
    nameKey: name.toLowerCase(),
    gender: 'female',
    sexuality: 'bi',
    dateOfBirth: '1990-06-15',
    country: 'NL',
    region: 'NH',
    city: null,
    fictional: wish.fictional ?? false,
    status,
    invisible: false,
    about: null,
    language: 'en',
    interests: [],
    hairColor: null,
    eyeColor: null,
    bodyType: null,
    relationshipStatus: null,
    tattoos: null,
    reason: null,
    photos: [],
    lastActiveAt: now,
    createdAt: now - DAY_MS,
    changedAt: now,
    shuffle: Math.random(),
    listed: status === 'active' ? site : null,
    ...wish.profile,
  };
}
