import { randomBytes } from 'node:crypto';
import type { Locale } from '@heartline/contracts';
import { createIds, createPasswords, hashSecret, type Queues } from '@heartline/platform';
import { DEMO_PASSWORD, type DemoPerson } from '../demo-world/index.ts';
import { createSeedCore } from '../seed/seed-core.ts';
import { DEMO_SITE, memberOf, seedMembers } from '../seed/seed-members.ts';
import type { DevHubOptions } from './dev-hub-options.ts';

/** Accounts to sign in to with one click; every key but `fresh` is a demo account. */
export const ROLES = {
  mara: { name: 'Mara', about: 'Free, 10 credits, ready to chat. Dutch.' },
  jonas: { name: 'Jonas', about: 'Premium, 40 credits, ready to chat. German.' },
  fresh: { name: 'Somebody new', about: 'Signed up this minute: the welcome bonus runs.' },
  zero: { name: 'Nadine', about: 'No credits left: the next message asks for a pack.' },
  free: { name: 'Robin', about: 'Free, 3 credits, two conversations to start.' },
  premium: { name: 'Vincent', about: 'Premium, 120 credits, sees every photo.' },
  unconfirmed: { name: 'Stella', about: 'Signed up, e-mail not confirmed yet.' },
  blocked: { name: 'Marek', about: 'A closed account: what the site says then.' },
} as const;

export type RoleName = keyof typeof ROLES;

const SESSION_MS = 30 * 86_400_000;

/** A signed-in browser: the values of its two cookies, and the language it speaks. */
export interface SignedIn {
  session: string;
  device: string;
  language: Locale;
}

/** Makes sessions for the demo accounts, as logging in would. */
export function createSignIns(
  options: Pick<DevHubOptions, 'store' | 'people'> & { queues: Queues; mediaDir: string },
) {
  const { store, people, queues, mediaDir } = options;
  const ids = createIds();
  const seed = createSeedCore(store.mongo, mediaDir, queues);

  async function newcomer(language: Locale | undefined): Promise<DemoPerson> {
    const model = people.find((person) => person.role === 'member' && person.language === (language ?? 'en'));
    if (!model) throw new Error('the demo world is empty');
    const key = `fresh-${randomBytes(4).toString('hex')}`;
    const now = store.clock.now();
    const person: DemoPerson = {
      ...model,
      key,
      name: `${model.name} ${1_000 + Math.floor(Math.random() * 9_000)}`,
      email: `${key}@demo.example`,
      premium: false,
      fictional: false,
      credits: 0,
      createdAt: new Date(now).toISOString(),
      lastActiveAt: new Date(now).toISOString(),
    };
    seed.at(now);
    await seedMembers(store.mongo, seed, [person], await createPasswords().hash(DEMO_PASSWORD));
    await seed.core.payments.scheduleBonusEnd(memberOf(person), now);
    return person;
  }

  return {
    async signIn(role: RoleName, language: Locale | undefined): Promise<SignedIn> {
      const person = role === 'fresh' ? await newcomer(language) : people.find(({ key }) => key === role);
      if (!person) throw new Error(`no demo account ${role}`);
      const session = ids.secret();
      const now = store.clock.now();
      // Of the account's era, as a login's is: whoever tried a new password can still be signed in here.
      const account = await store.mongo.connection
        .collection<{ _id: string; era?: number }>('accounts')
        .findOne({ _id: memberOf(person) }, { projection: { era: 1 } });
      await store.mongo.connection.collection<{ _id: string }>('sessions').insertOne({
        _id: hashSecret(session),
        member: memberOf(person),
        site: DEMO_SITE,
        publicId: ids.documentId(),
        device: 'Dev hub',
        createdAt: now,
        seenAt: now,
        expiresAt: now + SESSION_MS,
        forgetAt: new Date(now + SESSION_MS),
        era: account?.era ?? 0,
      } as { _id: string });
      if (language) await setLanguage(store, person, language);
      return { session, device: ids.secret(), language: language ?? person.language };
    },
  };
}

/** Mails and pushes follow the account’s language, so it moves along. */
async function setLanguage(
  { mongo }: DevHubOptions['store'],
  person: DemoPerson,
  language: Locale,
): Promise<void> {
  await mongo.connection
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: memberOf(person) }, { $set: { language } });
}
