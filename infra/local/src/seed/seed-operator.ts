import type { Core } from '@heartline/core';
import type { Mongo } from '@heartline/platform';
import type { DemoPerson } from '../demo-world/index.ts';
import { demoUuid } from './demo-ids.ts';
import { DEMO_SITE, memberOf } from './seed-members.ts';
import { sendSettled } from './send-settled.ts';

/** The operator of the fictional profiles of the demo world. */
export const DEMO_OPERATOR = 'olga';

const MINUTE = 60_000;
/** Waiting times: one in time, one late, one too late. */
const WAITED = [4 * MINUTE, 25 * MINUTE, 3 * 60 * MINUTE];

const QUESTIONS: Readonly<Record<DemoPerson['language'], string>> = {
  en: 'I know you are fictional. Tell me a story anyway?',
  nl: 'Ik weet dat je fictief bent. Vertel je me toch een verhaal?',
  de: 'Ich weiß, dass du fiktiv bist. Erzählst du mir trotzdem etwas?',
  es: 'Sé que eres ficticia. ¿Me cuentas algo igualmente?',
  fr: 'Je sais que tu es un profil fictif. Tu me racontes quand même une histoire ?',
  it: 'So che sei un profilo fittizio. Mi racconti lo stesso una storia?',
  pl: 'Wiem, że to fikcyjny profil. Opowiesz mi mimo to historię?',
};

/** The account of an operator, with the password of every demo account. One that stands stays as it is. */
export async function seedOperator(mongo: Mongo, passwordHash: string, now: number): Promise<void> {
  const account = {
    site: DEMO_SITE,
    name: DEMO_OPERATOR,
    passwordHash,
    state: 'active',
    era: 0,
    knownDevices: [],
    createdAt: now,
  };
  await mongo.connection
    .collection<{ _id: string }>('operators')
    .updateOne({ _id: `${DEMO_SITE}:${DEMO_OPERATOR}` }, { $setOnInsert: account }, { upsert: true });
}

/** A few members wrote to fictional profiles and wait for an answer. */
export async function seedWaiting(
  { core, at }: { core: Core; at(time: number): void },
  people: readonly DemoPerson[],
  now: number,
): Promise<void> {
  const fictional = people.filter((person) => person.fictional && person.status === 'active');
  const askers = people.filter(
    (person) => !person.fictional && person.role === 'member' && person.status === 'active',
  );
  for (const [index, waited] of WAITED.entries()) {
    const profile = fictional[index];
    const asker = askers[index * 7];
    if (!profile || !asker) return;
    at(now - waited);
    await sendSettled(core, asker, {
      clientId: demoUuid(`${asker.key} asks ${profile.key}`),
      profile: memberOf(profile),
      text: QUESTIONS[asker.language],
      credits: 0,
      fictionalConfirmed: true,
    });
  }
  await core.messaging.flush();
}
