import { demoMarksOf } from '@heartline/core';
import { createPasswords, type Mongo } from '@heartline/platform';
import { DEMO_PASSWORD, type DemoPerson, generatePeople } from '../demo-world/index.ts';
import type { Progress } from '../progress.ts';
import { createSeedCore } from './seed-core.ts';
import { seedMembers } from './seed-members.ts';
import { seedOperator, seedWaiting } from './seed-operator.ts';
import { liveStories, planStories } from './seed-stories.ts';

const CROWD = 300;

/**
 * The demo world: 300 members in seven languages and the accounts with a part to play. Made once; a seeding that was
 * cut off is completed by the next start. Answers the people, the same on every start.
 */
export async function seedWorld(mongo: Mongo, mediaDir: string, log: Progress): Promise<DemoPerson[]> {
  const marks = demoMarksOf(mongo);
  const mark = await marks.findOne({ _id: 'world' });
  const seededAt = mark?.seededAt ?? Date.now();
  const people = generatePeople({ count: CROWD, today: new Date(seededAt) });
  if (mark && mark.state !== 'begun') return people;
  if (!mark) await marks.insertOne({ _id: 'world', seededAt, state: 'begun' });
  const startedAt = performance.now();
  const seed = createSeedCore(mongo, mediaDir);
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
  const stories = planStories(people, seededAt);
  await seedMembers(mongo, seed, people, passwordHash, stories.spent);
  await liveStories(seed, people, stories, seededAt);
  await seedOperator(mongo, passwordHash, seededAt);
  await seedWaiting(seed, people, seededAt);
  await marks.updateOne({ _id: 'world' }, { $set: { state: 'done' } });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  log('demo world', `${people.length} members in seven languages, ${seconds} s`);
  return people;
}
