import { getCompanyInfo, getSettings } from '@heartline/contracts';
import { HttpClient, startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Operators change sites without a restart of any service. */
let world: WorldHere;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2 });
  admin = adminOf(world);
});
afterAll(() => world?.stop());

const WHY = ['--reason', 'Opening of the second site'];

/** The settings that both gateways give visitors of this host, once their caches have expired. */
async function settingsOn(host: string) {
  world.clock.advance(5_001);
  const answers = await Promise.all(
    world.gateways.map(({ address }) =>
      new HttpClient({ address, origin: `http://${host}` }).call(getSettings, {}),
    ),
  );
  expect(answers[1]?.settings).toEqual(answers[0]?.settings);
  return answers[0]?.settings;
}

describe('npm run admin site', () => {
  it('configures several sites, each with its own settings over the global ones', async () => {
    const added = await admin('--json', 'site', 'add', 'amora.example', ...WHY);
    expect(JSON.parse(added.out)).toEqual({ host: 'amora.example', site: 'amora.example' });
    expect(await admin('site', 'add', 'www.amora.example', '--site', 'amora.example', ...WHY)).toMatchObject({
      code: 0,
    });
    for (const [host, name, value] of [
      ['default', 'signup_credits', '5'],
      ['amora.example', 'name', 'Amora'],
      ['amora.example', 'countries', 'NL,BE'],
      ['amora.example', 'member_resell', 'yes'],
    ] as const) {
      const { code, err } = await admin('site', 'set', host, name, value, ...WHY);
      expect([code, err]).toEqual([0, '']);
    }
    expect(await settingsOn('amora.example')).toMatchObject({
      name: 'Amora',
      countries: ['NL', 'BE'],
      member_resell: true,
      signup_credits: 5,
    });
    expect(await settingsOn('elsewhere.example')).toMatchObject({ name: 'Heartline', signup_credits: 5 });
    const list = JSON.parse((await admin('--json', 'site', 'list')).out) as { _id: string; site?: string }[];
    expect(list.map(({ _id, site }) => [_id, site])).toEqual([
      ['amora.example', undefined],
      ['default', undefined],
      ['www.amora.example', 'amora.example'],
    ]);
  });

  it('shows every setting and where it was set', async () => {
    const { out } = await admin('--json', 'site', 'show', 'amora.example');
    const rows = JSON.parse(out) as { setting: string; value: unknown; from: string }[];
    const row = (name: string) => rows.find(({ setting }) => setting === name);
    expect(row('name')).toEqual({ setting: 'name', value: 'Amora', from: 'amora.example' });
    expect(row('signup_credits')).toEqual({ setting: 'signup_credits', value: 5, from: 'default' });
    expect(row('min_age')).toEqual({ setting: 'min_age', value: 18, from: 'product' });
    expect(row('company.kvk')).toMatchObject({ value: '', from: 'product' });
  });

  it('sets the company field by field', async () => {
    await admin('site', 'set', 'amora.example', 'company.name', 'Amora BV', ...WHY);
    await admin('site', 'set', 'amora.example', 'company.delete_discount', '30', ...WHY);
    world.clock.advance(5_001);
    const { address } = world.gateways[0] ?? { address: '' };
    const visitor = new HttpClient({ address, origin: 'http://amora.example' });
    expect(await visitor.call(getCompanyInfo, {})).toMatchObject({ name: 'Amora BV', delete_discount: 30 });
    expect(await world.browser().call(getCompanyInfo, {})).toMatchObject({ name: '', delete_discount: 0 });
  });

  it('resets a setting', async () => {
    const { code, out } = await admin('--json', 'site', 'unset', 'amora.example', 'name', ...WHY);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ host: 'amora.example', setting: 'name', value: null });
    expect((await settingsOn('amora.example'))?.name).toBe('Heartline');
  });

  it.each([
    [['set', 'amora.example', 'min_age', '17', ...WHY], /at least 18/],
    [['set', 'amora.example', 'colour', 'red', ...WHY], /no setting "colour"/],
    [['set', 'nobody.example', 'name', 'Nobody', ...WHY], /not set up.*admin site add nobody\.example/],
    [['set', 'amora.example', '$where', '1', ...WHY], /no setting/],
    [['unset', 'amora.example', 'site', ...WHY], /no setting "site"/],
    [['add', 'Amora!.example', ...WHY], /is no host/],
    [['add', 'amora.example', ...WHY], /set up already/],
    [['add', 'b.example', '--site', 'c.example', ...WHY], /no site "c\.example"/],
    [['set', 'amora.example', 'name', 'X', '--reason', 'short'], /reason of at least/],
  ])('names what is wrong with %j, and changes nothing', async (args, words) => {
    const before = await settingsOn('amora.example');
    const { code, err } = await admin('site', ...args);
    expect(code).toBe(1);
    expect(err).toMatch(words);
    expect(await settingsOn('amora.example')).toEqual(before);
  });

  it.each([
    ['operators', 'add', 'carla'],
    ['operators', 'reset', 'carla'],
    ['operators', 'disable', 'carla'],
    ['operators', 'list'],
    ['gifts', 'list'],
    ['gifts', 'remove', 'kite'],
  ])('%s %s needs an existing site, named by any of its hosts', async (...args) => {
    const isLook = args.at(-1) === 'list';
    const of = (site: string) => admin(...args, '--site', site, ...(isLook ? [] : WHY));
    const unknown = await of('amorra.example');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.err).toMatch(/"amorra\.example" is not set up.*admin site add amorra\.example/);
    expect(await of('www.amora.example')).toMatchObject({ code: 0, err: '' });
  });

  it('changes the site of a joined host', async () => {
    const operators = JSON.parse((await admin('--json', 'operators', 'list')).out) as object[];
    expect(operators).toMatchObject([{ site: 'amora.example', name: 'carla', state: 'disabled' }]);
    const { operateGifts } = world.inside.core.messaging;
    const offers = async (site: string) =>
      (await operateGifts.list(site)).find(({ id }) => id === 'kite')?.offered;
    expect([await offers('amora.example'), await offers('default')]).toEqual([false, true]);
    const { out } = await admin('--json', 'audit', '--target', 'amora.example:carla');
    const acts = (JSON.parse(out) as { act: string }[]).map(({ act }) => act);
    expect(acts.sort()).toEqual(['operator.add', 'operator.disable', 'operator.reset']);
  });

  it('sets the site of a joined host, except the look of the host itself', async () => {
    const set = (host: string, name: string, value: string) =>
      admin('site', 'set', host, name, value, ...WHY);
    const rules = [
      ['min_age', '21'],
      ['message_credits', '2'],
      ['company.name', 'Amora BV'],
    ] as const;
    for (const [name, value] of rules) {
      expect((await set('amora.example', name, value)).code).toBe(0);
    }
    expect(await settingsOn('www.amora.example')).toMatchObject({ min_age: 21, message_credits: 2 });
    for (const [name, value] of [
      ['name', 'Amora on the web'],
      ['company.support_phone', '+31 20-123 45 67'],
    ] as const) {
      expect(await set('www.amora.example', name, value)).toMatchObject({ code: 0, err: '' });
    }
    expect(await settingsOn('www.amora.example')).toMatchObject({ name: 'Amora on the web', min_age: 21 });
    const { address } = world.gateways[0] ?? { address: '' };
    const visitor = new HttpClient({ address, origin: 'http://www.amora.example' });
    expect(await visitor.call(getCompanyInfo, {})).toMatchObject({
      name: 'Amora BV',
      support_phone: '+31 20-123 45 67',
    });
    const refused = await set('www.amora.example', 'message_credits', '1');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /belongs to the site "amora\.example".*admin site set amora\.example message_credits/,
    );
    const shown = await admin('--json', 'site', 'show', 'www.amora.example');
    const rows = JSON.parse(shown.out) as { setting: string; value: unknown; from: string }[];
    expect(rows.filter(({ setting }) => ['name', 'min_age', 'signup_credits'].includes(setting))).toEqual([
      { setting: 'name', value: 'Amora on the web', from: 'www.amora.example' },
      { setting: 'min_age', value: 21, from: 'amora.example' },
      { setting: 'signup_credits', value: 5, from: 'default' },
    ]);
  });

  it('joins a host to the site of the named host, not to a third one', async () => {
    const { out } = await admin('--json', 'site', 'add', 'c.example', '--site', 'www.amora.example', ...WHY);
    expect(JSON.parse(out)).toEqual({ host: 'c.example', site: 'amora.example' });
    expect((await world.inside.core.site.settingsFor('c.example')).site).toBe('amora.example');
  });

  it('writes a row to the audit log for every change', async () => {
    const { out } = await admin('--json', 'audit', '--target', 'amora.example');
    const acts = JSON.parse(out) as { act: string; operator: string; state: string }[];
    expect(acts.every(({ operator }) => operator === 'olga')).toBe(true);
    expect(acts.filter(({ act, state }) => act === 'site.set' && state === 'done').length).toBeGreaterThan(4);
    expect(acts.filter(({ act }) => act === 'site.add')).not.toHaveLength(0);
  });
});
