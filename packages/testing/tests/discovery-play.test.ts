import {
  activate,
  findMatches,
  getLikes,
  getProfileAsVisitor,
  getSwipeGame,
  likeProfile,
  likeReceived,
  passProfile,
  searchAsVisitor,
  signUp,
  swipeLike,
  undoPass,
} from '@heartline/contracts';
import {
  type HttpClient,
  type MemberWish,
  refusalOf,
  signUpForm,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2 });
});
afterAll(() => world.stop());

const outcomes = async (work: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(work);
  return settled.filter(({ status }) => status === 'fulfilled').length;
};

async function people(count: number, wish: MemberWish = {}): Promise<string[]> {
  const added = await world.people(...Array.from({ length: count }, () => wish));
  return added.map(({ id }) => id);
}

async function setSite(settings: object): Promise<void> {
  const sites = world.inside.mongo.connection.collection<{ _id: string }>('sites');
  await sites.deleteOne({ _id: 'default' });
  if (Object.keys(settings).length > 0) {
    await sites.insertOne({ _id: 'default', ...settings });
  }
  world.clock.advance(6_000);
}

describe('the match finder', () => {
  const names = async (client: HttpClient, input: { everywhere?: '1'; fictional?: 'no' } = {}) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask(client, {
        ...input,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.results.map((card) => card.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found.sort();
  };
  const ask = (client: HttpClient, input: Parameters<typeof client.call<typeof findMatches>>[1]) =>
    client.call(findMatches, input);

  it('lists compatible people, nearby first, everywhere on request, without a limit', async () => {
    const at = { country: 'IE', region: 'D' } as const;
    const [{ http: client }] = await world.people({
      profile: { ...at, gender: 'female', sexuality: 'hetero' },
    });
    await world.people(
      { name: 'Fits', profile: { ...at, gender: 'male', sexuality: 'hetero' } },
      { name: 'Fits too', fictional: true, profile: { ...at, gender: 'male', sexuality: 'bi' } },
      { name: 'Wants men', profile: { ...at, gender: 'male', sexuality: 'gay' } },
      { name: 'Is not wanted', profile: { ...at, gender: 'female', sexuality: 'bi' } },
      { name: 'Abroad', profile: { country: 'AU', region: 'NSW', gender: 'male', sexuality: 'hetero' } },
      {
        name: 'Hidden',
        profile: { ...at, gender: 'male', sexuality: 'hetero', invisible: true, listed: null },
      },
    );
    expect(await names(client)).toEqual(['Fits', 'Fits too']);
    expect(await names(client, { fictional: 'no' })).toEqual(['Fits']);
    expect(await names(client, { everywhere: '1' })).toEqual(['Abroad', 'Fits', 'Fits too']);
  });

  it('shows nobody twice after a like or pass, and brings back an undone pass', async () => {
    const at = { country: 'NZ', region: 'AUK' } as const;
    const [{ http: client }] = await world.people({
      profile: { ...at, gender: 'female', sexuality: 'lesbian' },
    });
    const [liked, passed] = await people(2, { profile: { ...at, gender: 'female', sexuality: 'bi' } });
    const other = await people(20, { name: 'Other', profile: { ...at, gender: 'female', sexuality: 'bi' } });
    for (const profile of other) await client.call(likeProfile, { profile });
    await client.call(likeProfile, { profile: liked ?? '' });
    await client.call(passProfile, { profile: passed ?? '' });
    await client.call(passProfile, { profile: passed ?? '' });
    expect(await names(client)).toEqual([]);
    await client.call(undoPass, { profile: passed ?? '' });
    await client.call(undoPass, { profile: passed ?? '' });
    expect(await names(client)).toHaveLength(1);
    await client.call(passProfile, { profile: passed ?? '' });
    const passes = world.inside.mongo.connection.collection<{ _id: string }>('passes');
    const age = (ms: number) => passes.updateMany({}, { $set: { at: world.clock.now() - ms } });
    await age(30 * 86_400_000 - 5_000);
    expect(await names(client)).toEqual([]);
    await age(30 * 86_400_000);
    expect(await names(client)).toHaveLength(1);
  });

  it('shows nobody who was liked more than a thousand likes ago', async () => {
    const at = { country: 'NZ', region: 'WGN' } as const;
    const [{ http: client, id: from }] = await world.people({
      profile: { ...at, gender: 'male', sexuality: 'gay' },
    });
    const [liked = ''] = await people(1, { profile: { ...at, gender: 'male', sexuality: 'gay' } });
    await client.call(likeProfile, { profile: liked });
    const others = Array.from({ length: 1_000 }, (_, n) => n.toString(16).padStart(24, '0'));
    const since = world.clock.now() + 1_000;
    const rows = others.map((to) => ({ _id: `${to}:${from}`, to, from, at: since, isNew: true }));
    await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
    expect(await names(client)).toEqual([]);
  });

  it('refuses a pass for an unknown id, oneself, or a deleted member', async () => {
    const [{ http: client, id }] = await world.people({});
    const [gone] = await people(1, { status: 'disabled' });
    for (const profile of ['0'.repeat(24), id, gone ?? '']) {
      expect(await refusalOf(client.call(passProfile, { profile }))).toMatchObject({ status: 404 });
    }
  });
});

describe('the swipe game', () => {
  afterEach(() => setSite({}));

  it('allows a visitor four likes a day, also for fifty at once [S4-076 S9-027 F23]', async () => {
    const ids = await people(50);
    const visitor = world.browser();
    const { likes_left: left } = await visitor.call(getSwipeGame, {});
    expect(left).toBe(4);
    const done = await outcomes(ids.map((profile) => visitor.call(swipeLike, { profile })));
    expect(done).toBe(4);
    const refused = await refusalOf(visitor.call(swipeLike, { profile: (await people(1))[0] ?? '' }));
    expect(refused).toMatchObject({
      status: 403,
      error: { code: 'SWIPE_LIMIT', values: { limit: 4 } },
    });
    expect((await visitor.call(getSwipeGame, {})).likes_left).toBe(0);
  });

  it('counts a like of the same card once, on any day it is repeated', async () => {
    const [one = ''] = await people(1);
    const visitor = world.browser();
    await visitor.call(getSwipeGame, {});
    await Promise.all(Array.from({ length: 10 }, () => visitor.call(swipeLike, { profile: one })));
    expect((await visitor.call(getSwipeGame, {})).likes_left).toBe(3);
    expect(await visitor.call(swipeLike, { profile: one })).toEqual({ likes_left: 3 });
  });

  it('counts four for a whole network of any address in it, and none elsewhere', async () => {
    const ids = await people(10);
    const from = (address: string) => {
      const client = world.browser();
      const send = client.send.bind(client);
      client.send = (method, path, body, headers) =>
        send(method, path, body, { ...headers, 'x-forwarded-for': address });
      return client;
    };
    const swipes = ids.map((profile, n) => from(`2001:db8:1:2::${n}`).call(swipeLike, { profile }));
    expect(await outcomes(swipes)).toBe(4);
    expect(await from('2001:db8:1:3::1').call(swipeLike, { profile: ids[0] ?? '' })).toEqual({
      likes_left: 3,
    });
  });

  it('rejects a visitor id that we did not sign', async () => {
    const [one = '', two = ''] = await people(2);
    const visitor = world.browser();
    await visitor.call(swipeLike, { profile: one });
    const signed = visitor.cookies.get('__Host-visitor') ?? '';
    const forged = world.browser();
    forged.cookies.set('__Host-visitor', `${'a'.repeat(24)}.${signed.split('.')[1]}`);
    await forged.call(swipeLike, { profile: two });
    expect(forged.cookies.get('__Host-visitor')).not.toContain('a'.repeat(24));
  });

  it('starts the next day at midnight of the site’s time zone [S9-027]', async () => {
    const ids = await people(6);
    const now = new Date(world.clock.now());
    // Two minutes before midnight in Tokyo, which has no summer time.
    const almost = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 14, 58);
    world.clock.advance(almost - world.clock.now());
    await setSite({ time_zone: 'Asia/Tokyo', swipe_likes: 1 });
    const visitor = world.browser();
    await visitor.call(swipeLike, { profile: ids[0] ?? '' });
    expect(await refusalOf(visitor.call(swipeLike, { profile: ids[1] ?? '' }))).toMatchObject({
      status: 403,
    });
    world.clock.advance(121_000);
    expect(await visitor.call(swipeLike, { profile: ids[1] ?? '' })).toEqual({ likes_left: 0 });
  });

  it('refuses likes for hidden, deleted and foreign profiles without counting them', async () => {
    const visitor = world.browser();
    await visitor.call(getSwipeGame, {});
    const hidden = [
      ...(await people(1, { profile: { invisible: true, listed: null } })),
      ...(await people(1, { status: 'deleted' })),
      ...(await people(1, { profile: { site: 'other.example', listed: 'other.example' } })),
      '0'.repeat(24),
    ];
    for (const profile of hidden) {
      expect(await refusalOf(visitor.call(swipeLike, { profile }))).toMatchObject({ status: 404 });
    }
    expect((await visitor.call(getSwipeGame, {})).likes_left).toBe(4);
  });

  it('shows labelled cards page by page, none that was liked [S1-038 S6-002]', async () => {
    await people(12, { fictional: true, name: 'Drawn', profile: { country: 'CH', region: 'ZH' } });
    const visitor = world.browser();
    const first = await visitor.call(getSwipeGame, { gender: 'female' });
    expect(first.results).toHaveLength(10);
    const [liked] = first.results;
    await visitor.call(swipeLike, { profile: liked?.id ?? '' });
    const again = await visitor.call(getSwipeGame, { gender: 'female' });
    expect(again.results.map((card) => card.id)).not.toContain(liked?.id);
    const next = await visitor.call(getSwipeGame, { gender: 'female', cursor: first.nextCursor ?? '' });
    const seen = new Set(first.results.map((card) => card.id));
    expect(next.results.some((card) => seen.has(card.id))).toBe(false);
    const real = await visitor.call(getSwipeGame, { fictional: 'no' });
    expect(real.results.every((card) => !card.fictional)).toBe(true);
    expect(real.results.every((card) => !('email' in card) && !('date_of_birth' in card))).toBe(true);
  });

  it('stores the likes of a visitor and turns them into likes after activation', async () => {
    const [anna, ben] = await world.people({ name: 'Anna' }, { name: 'Ben' });
    const receiver = await anna.device();
    const visitor = world.browser();
    await visitor.call(swipeLike, { profile: anna.id });
    await visitor.call(swipeLike, { profile: ben.id });
    await visitor.call(signUp, signUpForm({ name: 'Visitor', gender: 'male', sexuality: 'hetero' }));
    expect((await anna.http.call(getLikes, {})).liked_by).toEqual([]);
    const mails = world.inside.mongo.connection.collection<{ secret: string; email?: string }>('mails');
    const mail = await mails.findOne({}, { sort: { _id: -1 } });
    await visitor.call(activate, { token: mail?.secret ?? '' });
    const received = await receiver.wait(likeReceived);
    expect(received.profile.name).toMatch(/^Visitor/);
    const given = await visitor.call(getLikes, {});
    expect(new Set(given.given.map(({ id }) => id))).toEqual(new Set([anna.id, ben.id]));
    receiver.close();
  });
});

describe('the search of visitors', () => {
  afterEach(() => setSite({}));

  const cameBy = (network: string) => {
    const client = world.browser();
    client.cookies.set('network', `network=${network}`);
    return client;
  };

  it('follows the setting for the traffic source [S1-039 S6-004 S4-057 S4-058 S4-059]', async () => {
    await people(1);
    await setSite({ logged_out_search: 'none', logged_out_search_trafficsource: 'basic' });
    expect(await refusalOf(world.browser().call(searchAsVisitor, {}))).toMatchObject({ status: 403 });
    const sent = await cameBy('acme').call(searchAsVisitor, {});
    expect(sent.search).toBe('basic');
    expect(sent.results.length).toBeGreaterThan(0);
    await setSite({ logged_out_search: 'full', logged_out_search_trafficsource: 'none' });
    expect(await refusalOf(cameBy('acme').call(searchAsVisitor, {}))).toMatchObject({ status: 403 });
    expect((await world.browser().call(searchAsVisitor, {})).search).toBe('full');
  });

  it('is closed by default, and no query opens it', async () => {
    const visitor = world.browser();
    expect(await refusalOf(visitor.call(searchAsVisitor, {}))).toMatchObject({ status: 403 });
    for (const query of ['logged_out_search=full', 'network=acme', 'search=full']) {
      const answer = await visitor.send('GET', `/api/visitor-members.php?${query}`);
      expect([400, 403]).toContain(answer.status);
    }
    const forged = await visitor.send('GET', '/api/settings.php?logged_out_search=full');
    expect(forged.body).toMatchObject({ settings: { logged_out_search: 'none' } });
  });

  it('opens profiles in full mode with one picture unlocked, and no hidden ones', async () => {
    const photos = ['a', 'b', 'c'].map((key) => ({ id: key.repeat(24), key }));
    const [shown = ''] = await people(1, { profile: { photos } });
    const [hidden = ''] = await people(1, { profile: { invisible: true, listed: null } });
    await setSite({ logged_out_search: 'basic' });
    expect(await refusalOf(world.browser().call(getProfileAsVisitor, { id: shown }))).toMatchObject({
      status: 403,
    });
    await setSite({ logged_out_search: 'full' });
    const { profile } = await world.browser().call(getProfileAsVisitor, { id: shown });
    expect(profile.pictures.map((picture) => picture.locked)).toEqual([false, true, true]);
    expect(profile).not.toHaveProperty('conversation');
    expect(await refusalOf(world.browser().call(getProfileAsVisitor, { id: hidden }))).toMatchObject({
      status: 404,
    });
  });

  it('leaves the advanced fields to premium members', async () => {
    await setSite({ logged_out_search: 'full' });
    expect(await refusalOf(world.browser().call(searchAsVisitor, { tattoos: 'many' }))).toMatchObject({
      error: { code: 'PREMIUM_REQUIRED' },
    });
    expect((await world.browser().call(searchAsVisitor, { gender: 'male' })).pageNumber).toBe(1);
  });
});
