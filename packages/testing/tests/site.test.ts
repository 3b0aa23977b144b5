import {
  DEFAULT_COMPANY,
  DEFAULT_SETTINGS,
  getCompanyInfo,
  getRegions,
  getSettings,
  type InputOf,
  reportPageBounce,
  reportPageHidden,
  signUp,
} from '@heartline/contracts';
import { HttpClient, refusalOf, signUpForm, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the site over HTTP', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true, gatewayEnvironment: { DEV_TOOLS: 'yes' } });
  });
  afterAll(() => world.stop());

  async function set(host: string, settings: Record<string, unknown>): Promise<void> {
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .replaceOne({ _id: host }, settings, { upsert: true });
    world.clock.advance(5_001);
  }
  const settings = async (query: InputOf<typeof getSettings> = {}, client = world.browser()) =>
    (await client.call(getSettings, query)).settings;

  it('answers with every setting [S7-022 S3-098 S3-099 S3-100 S3-101 S3-102 S3-103 S3-104 S3-105 S3-106 S3-107 S3-108 S3-109 S3-110 S3-111 S3-112 S3-117 S3-118 S3-122 S3-123 S3-124 S3-125 S3-126 S3-127 S3-131 S3-134 S3-137]', async () => {
    const answer = await settings();
    // Minimum costs are computed unless the operator sets them. They have a test of their own.
    expect(answer).toMatchObject({ ...DEFAULT_SETTINGS, minimum_message_costs: expect.any(Object) });
    expect(answer.gift_credits).toBe(3);
    expect(answer.visible_profile_fields).toContain('hair_color');
  });

  it('gives the cheapest message price of each country in its money [S3-113 S3-114 S3-115 S3-116]', async () => {
    const { minimum_message_costs: costs, countries } = await settings();
    expect(Object.keys(costs).sort()).toEqual([...countries].sort());
    for (const { costs: money } of Object.values(costs)) expect(money).toBeGreaterThan(0);
    expect(costs['NL']).toEqual({ costs: 0.25, currency: 'EUR' });
    expect(costs['PL']?.currency).toBe('PLN');
    await set('default', { minimum_message_costs: { NL: { costs: 0.19, currency: 'EUR' } } });
    const { minimum_message_costs: changed } = await settings();
    expect([changed['NL']?.costs, changed['PL']]).toEqual([0.19, costs['PL']]);
    await set('default', {});
  });

  it('names the company apart from the settings [S7-042 S7-080 S3-140 S3-141 S3-142 S3-143 S3-144 S3-145 S3-146 S3-147 S3-148 S3-149 S3-150]', async () => {
    const company = {
      name: 'Heartline BV',
      address: 'Singel 1',
      kvk: '12345678',
      city: 'Amsterdam',
      country: 'NL',
      tradenames: ['Heartline', 'Amora'],
      vat_numbers: ['NL001'],
      support_phone: '+31 20-123 45 67',
      delete_discount: 30,
      added: Date.UTC(2024, 4, 1),
    };
    expect(await world.browser().call(getCompanyInfo, {})).toEqual(DEFAULT_COMPANY);
    await set('default', { company });
    expect(await world.browser().call(getCompanyInfo, {})).toEqual(company);
    expect(await settings()).not.toHaveProperty('support_phone');
    await set('default', { company: { ...company, delete_discount: 101, owner: 'somebody' } });
    expect(await world.browser().call(getCompanyInfo, {})).toEqual({ ...company, delete_discount: 0 });
    await set('default', {});
  });

  it('answers in the language of the chosen country, as the page does', async () => {
    const visitor = world.browser();
    visitor.cookies.set('geoip_selected_country', 'PL');
    const { regions } = await visitor.call(getRegions, {});
    expect(regions).toContainEqual({ country: 'NL', code: 'NH', name: 'Holandia Północna' });
    visitor.cookies.set('i18n_redirected', 'de');
    expect((await visitor.call(getRegions, {})).regions).toContainEqual({
      country: 'NL',
      code: 'NH',
      name: 'Nordholland',
    });
  });

  it('adds the visitor’s location, chosen country and push key [S3-119 S3-120 S3-121]', async () => {
    const visitor = world.browser();
    const there = await visitor.send('GET', '/api/settings.php', undefined, {
      'x-forwarded-for': '145.53.0.1',
    });
    expect(there.body).toMatchObject({ settings: { geoip_country: 'NL', geoip_selected_country: null } });
    visitor.cookies.set('geoip_selected_country', 'BE');
    const chosen = await settings({}, visitor);
    expect(chosen.geoip_country).toBeNull();
    expect(chosen.geoip_selected_country).toBe('BE');
    visitor.cookies.set('geoip_selected_country', 'ZZ');
    expect((await settings({}, visitor)).geoip_selected_country).toBeNull();
    expect(chosen.push_public_key.length).toBeGreaterThan(80);
  });

  it('follows the operator within 5 s [S3-128 S3-129 S3-130 S3-132 S3-133 S3-135 S3-136]', async () => {
    const changes = {
      signups: 'with_trafficsource',
      logged_out_search: 'basic',
      logged_out_search_trafficsource: 'full',
      fictional_singular: 'Entertainment profile',
      fictional_plural: 'Entertainment profiles',
    };
    await set('default', changes);
    expect(await settings()).toMatchObject(changes);
    await set('default', { signups: 'closed' });
    expect(await settings()).toMatchObject({ signups: 'closed', logged_out_search: 'none' });
    await set('default', {});
    expect(await settings()).toMatchObject({ signups: 'all', logged_out_search_trafficsource: 'none' });
  });

  it('accepts sign-ups only as the site allows [S4-055]', async () => {
    const form = signUpForm();
    for (const signups of ['closed', 'with_trafficsource']) {
      await set('default', { signups });
      const refused = await refusalOf(world.browser().call(signUp, form));
      expect(refused.error).toMatchObject({
        code: 'SIGNUP_CLOSED',
        message: 'Signing up is by invitation only.',
      });
    }
    await set('default', {});
    expect(await world.browser().call(signUp, form)).toEqual({ email: form.email });
  });

  it('omits a malformed setting and stays available', async () => {
    await set('default', { min_age: 'eighteen', name: 'Amora', unknown: 1, signups: 'whenever' });
    expect(await settings()).toMatchObject({ min_age: 18, name: 'Amora', signups: 'all' });
    await set('default', {});
  });

  it('uses the site of the host, and a forced domain only if it exists [S7-071]', async () => {
    await set('amora.example', { name: 'Amora' });
    const { address } = world.gateways[0] ?? { address: '' };
    const there = new HttpClient({ address, origin: 'https://amora.example' });
    expect((await settings({}, there)).name).toBe('Amora');
    expect((await settings()).name).toBe('Heartline');
    expect((await settings({ forced_domain: 'AMORA.example', utm: 'x', ref: 'y' })).name).toBe('Amora');
    for (const forced_domain of ['evil.example', '__proto__', '$where', 'amora.example.evil']) {
      expect((await settings({ forced_domain })).name).toBe('Heartline');
    }
  });

  it('names the regions of its countries in the visitor’s language [S3-138 S7-040]', async () => {
    const visitor = world.browser();
    visitor.cookies.set('i18n_redirected', 'de');
    const { regions } = await visitor.call(getRegions, {});
    expect(new Set(regions.map((region) => region.country))).toEqual(new Set(DEFAULT_SETTINGS.countries));
    expect(regions).toContainEqual({ country: 'NL', code: 'NH', name: 'Nordholland' });
    expect(new Set(regions.map(({ country, code }) => `${country}-${code}`)).size).toBe(regions.length);
  });

  it('accepts the beacon of a page that is left, and records nothing [S7-070]', async () => {
    const collections = async () => {
      const all = (await world.inside.mongo.connection.db?.listCollections().toArray()) ?? [];
      return all.map(({ name }) => name).sort();
    };
    const before = await collections();
    expect(await world.browser().call(reportPageHidden, {})).toEqual({ ok: true });
    expect(await collections()).toEqual(before);
  });

  it('accepts the beacon of a bounce with only a pattern and a time', async () => {
    const visitor = world.browser();
    const bounce = { page: '/members/$id/signup', afterMs: 1_200 };
    expect(await visitor.call(reportPageBounce, bounce)).toEqual({ ok: true });
    for (const wrong of [
      { page: '/members/a b', afterMs: 1 },
      { page: '/x?token=secret', afterMs: 1 },
      { page: '/', afterMs: -1 },
      { ...bounce, who: 'me' },
    ]) {
      const answer = await visitor.send('POST', '/api/page-bounce.php', JSON.stringify(wrong));
      expect(answer.status).toBe(400);
    }
  });

  it('trusts a country cookie from developers only', async () => {
    const visitor = world.browser();
    visitor.cookies.set('dev-country', 'PL');
    expect((await settings({}, visitor)).geoip_country).toBe('PL');
  });
});
