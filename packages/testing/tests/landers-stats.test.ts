import {
  activate,
  deleteAccount,
  getLanderFigures,
  getUser,
  LANDER_SPLITS,
  type LanderFigures,
} from '@heartline/contracts';
import {
  type HttpClient,
  openOperatorInbox,
  PASSWORD,
  type Person,
  REPLAYED_CAMPAIGNS,
  REPLAYED_SPLITS,
  type ReplayedSplit,
  refusalOf,
  replayedFigures,
  replaySignUp,
  replayVisit,
  startWorld,
  visitOf,
  type WorldWithStubs,
} from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCampaigns } from './landers-in-test.ts';
import { createPurchases } from './purchases-in-test.ts';

const DAY_MS = 86_400_000;

let world: WorldWithStubs;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
  admin = adminOf(world);
});
afterAll(() => world?.stop());

const rows = (collection: string) =>
  world.inside.mongo.connection.collection<{ _id: string } & Record<string, unknown>>(collection);
const dayFrom = (days: number) => new Date(world.clock.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The rows that `admin landers stats` prints for all days of the test. */
async function printed(...options: string[]): Promise<LanderFigures[]> {
  // By the clock of the test, which may have moved on from that of the command.
  await world.inside.core.pages.landers.countVisits();
  const span = ['--from', dayFrom(-60), '--to', dayFrom(1)];
  const { code, out, err } = await admin('--json', 'landers', 'stats', ...span, ...options);
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(out) as { rows: LanderFigures[] }).rows;
}

const VIEWS = 1_000;
const SIGN_UPS = 40;
const ACTIVATED = 16;
const BUYERS = 4;

const COUNTS = { views: VIEWS, signUps: SIGN_UPS, activated: ACTIVATED, buyers: BUYERS };

describe('a thousand visits and forty sign-ups', () => {
  const members: { n: number; who: Person }[] = [];

  async function replay(): Promise<void> {
    // Twenty addresses, each below the limit of a network. Each reports one visit at a time.
    const lines = Array.from({ length: 20 }, async (_, line) => {
      const client = world.browser();
      for (let n = line; n < VIEWS; n += 20) await replayVisit(client, n);
    });
    await Promise.all(lines);
  }

  async function join(n: number): Promise<void> {
    const http = world.browser();
    await replaySignUp(http, n);
    const { user } = await http.call(getUser, {});
    members.push({ n, who: { id: user.id, http } as Person });
  }

  async function confirm(member: string, http: HttpClient): Promise<void> {
    const mail = await rows('mails').findOne({ member, template: 'activation' });
    await http.call(activate, { token: mail?.['secret'] as string });
  }

  beforeAll(async () => {
    const campaigns = await createCampaigns(world);
    for (const one of REPLAYED_CAMPAIGNS) expect((await campaigns.set(one)).code).toBe(0);
    await campaigns.remove();
    await replay();
    for (let from = 0; from < SIGN_UPS; from += 8)
      await Promise.all(Array.from({ length: 8 }, (_, index) => join(from + index)));
    members.sort((a, b) => a.n - b.n);
    for (const { who } of members.slice(0, ACTIVATED)) await confirm(who.id, who.http);
    const purchases = createPurchases(world);
    for (const { who } of members.slice(0, BUYERS)) await purchases.buy(who, 'p0');
  });

  async function priceOf(members: readonly string[]): Promise<number> {
    const payments = await rows('payments')
      .find({ member: { $in: [...members] } })
      .toArray();
    return payments.reduce((sum, payment) => sum + (payment['priceCents'] as number), 0);
  }

  it('give exactly the figures that stats prints, by each split', async () => {
    const byLander = await printed();
    expect(byLander.map(({ of }) => of)).toEqual([{ lander: 'gallery' }, { lander: 'video' }]);
    for (const split of Object.keys(REPLAYED_SPLITS) as ReplayedSplit[]) {
      const stats = split === 'lander' ? byLander : await printed('--by', split);
      const nameOf = (n: number) => JSON.stringify(REPLAYED_SPLITS[split](visitOf(n)));
      const without = stats.map(({ revenue: _revenue, ...row }) => row);
      expect([split, new Set(without)]).toEqual([split, new Set(replayedFigures(split, COUNTS))]);
      for (const { of, revenue } of stats) {
        const buyers = members.slice(0, BUYERS).filter(({ n }) => nameOf(n) === JSON.stringify(of));
        const cents = await priceOf(buyers.map(({ who }) => who.id));
        expect(revenue).toEqual(cents === 0 ? [] : [{ currency: 'EUR', cents }]);
      }
    }
  });

  it('are the same for operators of the site, and none for those of another', async () => {
    const olga = await openOperatorInbox(world, 'olga');
    const span = { from: dayFrom(-60), to: dayFrom(1) };
    for (const by of LANDER_SPLITS) {
      const { rows: seen, ...days } = await olga.call(getLanderFigures, { ...span, by });
      expect([by, days, seen]).toEqual([by, span, await printed('--by', by)]);
    }
    const summer = { lander: 'gallery', slug: 'summer' } as const;
    const { rows: seen } = await olga.call(getLanderFigures, { ...span, ...summer });
    expect(seen).toEqual(await printed('--lander', summer.lander, '--slug', summer.slug));
    const otto = await openOperatorInbox(world, 'otto', 0, 'amora.example');
    expect((await otto.call(getLanderFigures, span)).rows).toEqual([]);
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }],
    [{ from: '2026-02-31' }],
    [{ from: '2020-01-01', to: '2026-01-01' }],
    [{ from: 'yesterday' }],
  ])('are refused for days that are none: %j', async (days) => {
    const olga = await openOperatorInbox(world, 'olga');
    const { status, error } = await refusalOf(olga.call(getLanderFigures, days));
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('are the same after counting again, also twice at once', async () => {
    const before = await printed('--by', 'variant');
    const { landers } = world.inside.core.pages;
    await Promise.all([landers.countVisits(), landers.countVisits(), landers.countVisits()]);
    expect(await printed('--by', 'variant')).toEqual(before);
  });

  it('are counted again from nothing', async () => {
    await rows('visitDays').deleteMany({});
    await world.inside.core.pages.landers.countVisits();
    const views = await rows('visitDays').find({}).toArray();
    expect(views.reduce((sum, row) => sum + (row['views'] as number), 0)).toBe(VIEWS);
  });

  it('say "too few to say" below 30, with an interval from 30 on', async () => {
    await world.inside.core.pages.landers.countVisits();
    const span = ['--from', dayFrom(-60), '--to', dayFrom(1)];
    const { out } = await admin('landers', 'stats', ...span);
    expect(out).toContain('too few to say');
    expect(out).toMatch(/gallery +800 .+ %\s\(\d+\.\d–\d+\.\d\)/);
    expect(out).toContain(' EUR');
  });

  it('are filtered by lander and slug', async () => {
    const [row, ...others] = await printed('--lander', 'gallery', '--slug', 'summer');
    expect(others).toEqual([]);
    const wanted = replayedFigures('slug', COUNTS).find(
      ({ of }) => of.lander === 'gallery' && of.slug === 'summer',
    );
    expect(row).toMatchObject({ ...wanted, of: { lander: 'gallery' } });
  });

  it('stay the same after visits were forgotten and an account was erased', async () => {
    const before = await printed('--by', 'slug');
    const { who } = members[0] as (typeof members)[number];
    await who.http.call(deleteAccount, { password: PASSWORD });
    world.clock.advance(14 * DAY_MS + 3_600_000);
    await world.inside.core.accounts.sweepAccounts();
    expect(await rows('accounts').findOne({ _id: who.id })).toBeNull();
    await rows('visits').deleteMany({});
    expect(await printed('--by', 'slug')).toEqual(before);
  });
});

describe('npm run admin landers stats', () => {
  it.each([
    [['--from', '2026-02-31'], 1, '"2026-02-31" is no day'],
    [['--by', 'mood'], 2, 'Allowed choices'],
    [['--from', '2026-03-02', '--to', '2026-03-01'], 1, 'is after the last one'],
    [['--site', 'nowhere.example'], 1, 'nowhere.example'],
  ])('refuses %j with a sentence', async (options, code, sentence) => {
    const ran = await admin('landers', 'stats', ...options);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(sentence)]);
  });
});
