import {
  activate,
  deleteAccount,
  getLanderFigures,
  getUser,
  type InputOf,
  LANDER_SPLITS,
  type LanderFigures,
  type LanderName,
  type Locale,
  reportVisit,
  signUp,
} from '@heartline/contracts';
import { shareOf } from '@heartline/domain';
import {
  type HttpClient,
  openOperatorInbox,
  PASSWORD,
  type Person,
  refusalOf,
  signUpForm,
  startWorld,
  type WorldWithStubs,
} from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignOf, createCampaigns } from './landers-in-test.ts';
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

/** One visitor of the replay, by its number. Every fact follows from it. */
interface Visit {
  lander: LanderName;
  slug: string;
  variant: string;
  locale: Locale;
  network: string;
}

const visitOf = (n: number): Visit => ({
  lander: n % 5 === 0 ? 'video' : 'gallery',
  slug: n % 3 === 0 ? 'winter' : 'summer',
  variant: n % 2 === 0 ? 'a' : 'b',
  locale: n % 7 === 0 ? 'de' : 'nl',
  network: n % 4 === 0 ? 'acme' : '',
});

/** A browser that came by the link of this network. */
function browserFrom(network: string): HttpClient {
  const client = world.browser();
  if (network) client.cookies.set('network', encodeURIComponent(`network=${network}&ref=r-1`));
  return client;
}

const VIEWS = 1_000;
const SIGN_UPS = 40;
const ACTIVATED = 16;
const BUYERS = 4;

const starts = (n: number) => n % 10 === 0;

describe('a thousand visits and forty sign-ups', () => {
  const members: { n: number; who: Person }[] = [];

  async function replay(): Promise<void> {
    // Twenty addresses, each below the limit of a network.
    const browsers = Array.from({ length: 20 }, () => ['', 'acme'].map(browserFrom));
    for (let from = 0; from < VIEWS; from += 100) {
      const some = Array.from({ length: 100 }, async (_, index) => {
        const n = from + index;
        const { network, ...facts } = visitOf(n);
        const client = browsers[n % 20]?.[network ? 1 : 0] as HttpClient;
        const report = (kind: InputOf<typeof reportVisit>['kind']) =>
          client.call(reportVisit, { site: 'default', ...facts, kind });
        await report('view');
        if (starts(n)) await report('start');
      });
      await Promise.all(some);
    }
  }

  async function join(n: number): Promise<void> {
    const { lander, slug, variant, locale, network } = visitOf(n);
    const http = browserFrom(network);
    const tag = { site: 'default', lander, slug, variant };
    const entered = signUpForm({ language: locale, lander: tag });
    await http.call(signUp, entered);
    const { user } = await http.call(getUser, {});
    members.push({ n, who: { id: user.id, http } as Person });
  }

  async function confirm(member: string, http: HttpClient): Promise<void> {
    const mail = await rows('mails').findOne({ member, template: 'activation' });
    await http.call(activate, { token: mail?.['secret'] as string });
  }

  beforeAll(async () => {
    const campaigns = await createCampaigns(world);
    for (const lander of ['gallery', 'video'])
      for (const slug of ['summer', 'winter'])
        expect(await campaigns.set(campaignOf({ lander, slug }))).toMatchObject({ code: 0 });
    await campaigns.remove();
    await replay();
    for (let from = 0; from < SIGN_UPS; from += 8)
      await Promise.all(Array.from({ length: 8 }, (_, index) => join(from + index)));
    members.sort((a, b) => a.n - b.n);
    for (const { who } of members.slice(0, ACTIVATED)) await confirm(who.id, who.http);
    const purchases = createPurchases(world);
    for (const { who } of members.slice(0, BUYERS)) await purchases.buy(who, 'p0');
  });

  /** The figures as they follow from the numbers alone. */
  function expected(isOf: (visit: Visit) => boolean) {
    const count = (until: number, also: (n: number) => boolean = () => true) =>
      Array.from({ length: until }, (_, n) => n).filter((n) => isOf(visitOf(n)) && also(n)).length;
    const [views, begun, signUps] = [count(VIEWS), count(VIEWS, starts), count(SIGN_UPS)];
    const [activated, buyers] = [count(ACTIVATED), count(BUYERS)];
    return {
      views,
      starts: begun,
      swipes: 0,
      signUps,
      activated,
      buyers,
      rates: {
        start: shareOf(begun, views),
        signUp: shareOf(signUps, views),
        activation: shareOf(activated, signUps),
        purchase: shareOf(buyers, signUps),
      },
    };
  }

  async function priceOf(members: readonly string[]): Promise<number> {
    const payments = await rows('payments')
      .find({ member: { $in: [...members] } })
      .toArray();
    return payments.reduce((sum, payment) => sum + (payment['priceCents'] as number), 0);
  }

  it('give exactly the figures that stats prints, by each split', async () => {
    const byLander = await printed();
    expect(byLander.map(({ of }) => of)).toEqual([{ lander: 'gallery' }, { lander: 'video' }]);
    const splits = {
      lander: ({ lander }: Visit) => ({ lander }),
      slug: ({ lander, slug }: Visit) => ({ lander, slug }),
      variant: ({ lander, slug, variant }: Visit) => ({ lander, slug, variant }),
      network: ({ network }: Visit) => ({ network }),
      ref: ({ network }: Visit) => ({ network, ref: network ? 'r-1' : '' }),
      locale: ({ locale }: Visit) => ({ locale }),
    };
    for (const [split, nameOf] of Object.entries(splits)) {
      const stats = split === 'lander' ? byLander : await printed('--by', split);
      const names = new Set(Array.from({ length: VIEWS }, (_, n) => JSON.stringify(nameOf(visitOf(n)))));
      expect(new Set(stats.map(({ of }) => JSON.stringify(of)))).toEqual(names);
      for (const { of, revenue, ...row } of stats) {
        const isOf = (visit: Visit) => JSON.stringify(nameOf(visit)) === JSON.stringify(of);
        expect([split, of, row]).toEqual([split, of, expected(isOf)]);
        const buyers = members.slice(0, BUYERS).filter(({ n }) => isOf(visitOf(n)));
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
    const isOf = ({ lander, slug }: Visit) => lander === 'gallery' && slug === 'summer';
    expect(others).toEqual([]);
    expect(row).toMatchObject(expected(isOf));
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
