import type { ProfileRow } from '@heartline/core';
import { generateMembers } from '@heartline/local/benchmark-members';
import { createIds, type Mongo } from '@heartline/platform';

/** Batch size that databases insert fastest. */
const BULK = 2_000;
/** Batches in progress at the same time. */
const AT_ONCE = 2;
const DAY_MS = 86_400_000;
/** Sign-ups are spread over these days. */
const SIGN_UP_DAYS = 1_000;
/** One member in so many is verified. */
const VERIFIED_EVERY = 50;

/**
 * Inserts `count` profiles of invented members in batches, without accounts, sessions or pictures, as the data of a
 * search. 200,000 take about a minute. The same count and seed give the same people.
 */
export async function addProfiles(mongo: Mongo, count: number, seed = 1): Promise<void> {
  const ids = createIds();
  const profiles = mongo.connection.collection<ProfileRow>('profiles');
  const now = Date.now();
  let rows: ProfileRow[] = [];
  let made = 0;
  const travelling = new Set<Promise<unknown>>();
  const send = async () => {
    const bulk = rows;
    rows = [];
    if (travelling.size >= AT_ONCE) await Promise.race(travelling);
    const insert: Promise<unknown> = profiles
      .insertMany(bulk, { ordered: false })
      .finally(() => travelling.delete(insert));
    travelling.add(insert);
  };
  for (const member of generateMembers({ count, seed, today: new Date(now) })) {
    const { traits, region, city, country, name, gender, sexuality, dateOfBirth, language } = member;
    rows.push({
      name,
      nameKey: name.toLowerCase(),
      gender,
      sexuality,
      dateOfBirth,
      country,
      city,
      language,
      ...traits,
      _id: ids.documentId(),
      site: 'default',
      region: region.code,
      fictional: member.fictional,
      status: 'active',
      invisible: false,
      about: null,
      interests: [...new Set(member.interests)],
      photos: [],
      lastActiveAt: Date.parse(member.lastActiveAt),
      createdAt: now - DAY_MS * (1 + (made % SIGN_UP_DAYS)),
      verifiedAt: made % VERIFIED_EVERY === 0 ? now - DAY_MS : null,
      // As of long-standing members, none of whom counts as changed.
      changedAt: now - DAY_MS,
      shuffle: Math.random(),
      listed: 'default',
    });
    made += 1;
    if (rows.length === BULK) await send();
  }
  if (rows.length > 0) await send();
  await Promise.all(travelling);
}
