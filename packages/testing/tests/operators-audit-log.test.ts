import { startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Log of operators' acts for the site owners, filtered by operator and by days. */
let world: WorldHere;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true });
  admin = adminOf(world);
});
afterAll(() => world?.stop());

const DAY_MS = 86_400_000;
const MANY = 20_001;

async function log(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await admin('--json', 'operators', 'log', ...args);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return JSON.parse(out) as Record<string, unknown>[];
}

const rowsOf = (name: string) => world.inside.mongo.connection.collection<{ _id: string }>(name);
/** Ids grow with time. */
const numbered = (n: number) => String(n).padStart(24, '0');

describe('npm run admin operators log', () => {
  it('shows the newest answers, for any number of answers', async () => {
    const now = Date.now();
    const answers = Array.from({ length: MANY }, (_, n) => ({
      _id: numbered(n),
      operator: `default:${n === 0 ? 'ben' : 'ana'}`,
      site: 'default',
      profile: numbered(1),
      conversation: 'c',
      seq: n,
      at: now - MANY + n,
    }));
    await rowsOf('operatorAnswers').insertMany(answers);
    const found = await log('--limit', '2');
    expect(found.map(({ seq }) => seq)).toEqual([MANY - 1, MANY - 2]);
    expect(await log('--operator-id', 'default:ben')).toMatchObject([{ seq: 0 }]);
  });

  it('shows sign-ins, of one operator if asked for, within the days asked for', async () => {
    const now = Date.now();
    const tried = (n: number, operator: string | null, daysAgo: number) => ({
      _id: numbered(n),
      operator,
      outcome: operator ? 'in' : 'wrong',
      device: 'test',
      at: now - daysAgo * DAY_MS,
    });
    const guesses = Array.from({ length: 2_500 }, (_, n) => tried(n + 10, null, 1));
    await rowsOf('operatorSignIns').insertMany([
      tried(1, 'default:ana', 9),
      tried(2, 'default:ben', 3),
      tried(3, 'default:ana', 2),
      tried(4, 'default:ana', 1),
      ...guesses,
    ]);
    const signIns = (...args: string[]) => log('--of', 'sign-ins', ...args);
    const idsOf = async (...args: string[]) => (await signIns(...args)).map(({ _id }) => Number(_id));
    // Behind more failed sign-ins than are read at once.
    expect(await idsOf('--operator-id', 'default:ana')).toEqual([4, 3]);
    expect(await idsOf('--operator-id', 'default:ana', '--days', '10')).toEqual([4, 3, 1]);
    expect(await idsOf('--operator-id', 'default:ana', '--limit', '1')).toEqual([4]);
    expect(await idsOf('--operator-id', 'default:ben', '--days', '2')).toEqual([]);
    expect(await idsOf('--limit', '3')).toHaveLength(3);
    await admin('operators', 'add', 'eve', '--reason', 'New this week');
    expect((await admin('operators', 'log', '--of', 'sign-ins', '--operator-id', 'default:eve')).out).toMatch(
      /No signings in or out in these days/,
    );
  });
});
