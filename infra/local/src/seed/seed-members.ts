import type { AccountRow, Core, ProfileRow } from '@heartline/core';
import { currencyOf, defaultPrice } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import type { DemoPerson } from '../demo-world/index.ts';
import { demoId, demoShare } from './demo-ids.ts';

export const DEMO_SITE = 'default';
const BATCH = 100;
/** The purchase of a premium member of the demo world: the smallest pack. */
const BOUGHT = { pack: 'p0', credits: 25 } as const;

/** The member that a demo person is. */
export function memberOf(person: Pick<DemoPerson, 'key'>): string {
  return demoId(`member ${person.key}`);
}

/**
 * Creates account, address and profile of each person, and credits through the ledger, on the day they joined. `more` are
 * additional credits by key. Existing data stays unchanged.
 */
export async function seedMembers(
  mongo: Mongo,
  seed: { core: Pick<Core, 'credits'>; at(time: number): void },
  people: readonly DemoPerson[],
  passwordHash: string,
  more: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const accounts = people.map((person) => accountOf(person, passwordHash));
  await insertMissing(mongo, 'accounts', accounts);
  const emails = accounts.map(({ _id, emailKey, createdAt }) => ({
    _id: `${DEMO_SITE}:${emailKey}`,
    member: _id,
    claimedAt: createdAt,
  }));
  await insertMissing(mongo, 'emails', emails);
  await insertMissing(mongo, 'profiles', people.map(profileOf));
  await insertMissing(mongo, 'payments', people.filter((person) => person.premium).map(paymentOf));
  for (let start = 0; start < people.length; start += BATCH) {
    await Promise.all(
      people
        .slice(start, start + BATCH)
        .map((person) => giveCredits(seed, person, more.get(person.key) ?? 0)),
    );
  }
}

async function giveCredits(
  { core, at }: Parameters<typeof seedMembers>[1],
  person: DemoPerson,
  more: number,
): Promise<void> {
  const member = memberOf(person);
  const day = Date.parse(person.createdAt);
  const gift = more + (person.premium ? Math.max(0, person.credits - BOUGHT.credits) : person.credits);
  at(day);
  if (gift > 0) await core.credits.grant(member, { key: 'signup', credits: gift, reason: 'signup' });
  if (!person.premium) return;
  at(day);
  const { _id, credits, priceCents, currency } = paymentOf(person);
  await core.credits.purchase(member, { payment: _id, credits, money: { cents: priceCents, currency } });
}

/** The completed payment behind the premium of a person, as the sandbox would have left it. */
function paymentOf(person: DemoPerson) {
  const _id = demoId(`payment ${person.key}`);
  const at = Date.parse(person.createdAt);
  const currency = currencyOf(person.country);
  return {
    _id,
    member: memberOf(person),
    key: '',
    package: BOUGHT.pack,
    credits: BOUGHT.credits,
    priceCents: defaultPrice(BOUGHT.pack, currency).cents,
    currency,
    method: 'creditcard',
    providerId: null,
    redirect: null,
    state: 'completed',
    createdAt: at,
    checkedAt: at,
    grantedAt: at,
  };
}

const STATUSES = { active: 'active', not_confirmed: 'not_confirmed', blocked: 'disabled' } as const;

function accountOf(person: DemoPerson, passwordHash: string): AccountRow {
  const createdAt = Date.parse(person.createdAt);
  return {
    _id: memberOf(person),
    site: DEMO_SITE,
    email: person.email,
    emailKey: person.email,
    passwordHash,
    status: STATUSES[person.status],
    language: person.language,
    country: person.country,
    createdAt,
    activatedAt: person.status === 'not_confirmed' ? null : createdAt,
    premiumAt: person.premium ? createdAt : null,
    knownDevices: [],
    notificationsDisabled: [],
    pushSubscribed: false,
    fictionalConfirmedAt: null,
    seenAt: Date.parse(person.lastActiveAt),
  };
}

function profileOf(person: DemoPerson): ProfileRow {
  const status = STATUSES[person.status];
  return {
    _id: memberOf(person),
    site: DEMO_SITE,
    name: person.name,
    nameKey: person.name.normalize('NFKC').toLowerCase(),
    gender: person.gender,
    sexuality: person.sexuality,
    dateOfBirth: person.dateOfBirth,
    country: person.country,
    region: person.region.code,
    city: person.city,
    fictional: person.fictional,
    status,
    invisible: false,
    about: person.about,
    prompts: person.prompts,
    language: person.language,
    interests: [...person.interests],
    hairColor: person.hairColor,
    eyeColor: person.eyeColor,
    bodyType: person.bodyType,
    relationshipStatus: person.relationshipStatus,
    tattoos: person.tattoos,
    reason: person.reason,
    photos: [],
    lastActiveAt: Date.parse(person.lastActiveAt),
    createdAt: Date.parse(person.createdAt),
    changedAt: Date.now(),
    shuffle: demoShare(person.key),
    listed: status === 'active' ? DEMO_SITE : null,
  };
}

/** Inserts the rows whose `_id` is not there yet. */
async function insertMissing(
  mongo: Mongo,
  collection: string,
  rows: readonly { _id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const target = mongo.connection.collection<{ _id: string }>(collection);
  const there = await target
    .find({ _id: { $in: rows.map(({ _id }) => _id) } }, { projection: { _id: 1 } })
    .toArray();
  const known = new Set(there.map(({ _id }) => _id));
  const missing = rows.filter(({ _id }) => !known.has(_id));
  if (missing.length > 0) await target.insertMany(missing, { ordered: false });
}
