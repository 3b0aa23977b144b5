import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostsOf } from '../../lib/world-file.ts';
import { planOf } from './command.ts';
import { runningWorld } from './open-world.ts';

describe('a run against gateways that run already', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const accounts = async (content: unknown) => {
    const file = join(folder, 'members.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const member = (id: string) => ({ id, email: `${id}@demo.example`, password: 'heartline-demo' });

  it('accepts origins as browsers send them, and members in pairs', async () => {
    const file = await accounts([member('mara'), member('jonas'), member('alone')]);
    const { file: world } = await runningWorld(['http://a.localhost:3001/', 'https://b.example'], file);
    expect(world.gateways).toEqual([
      { origin: 'http://a.localhost:3001', address: 'http://127.0.0.1:3001' },
      { origin: 'https://b.example', address: 'https://b.example' },
    ]);
    expect(world.members.map(({ id }) => id)).toEqual(['mara', 'jonas']);
  });

  it('passes k6 addresses of this machine only, and leaves other names to DNS', async () => {
    const file = await accounts([member('mara'), member('jonas')]);
    const urls = ['http://a.localhost:3001', 'http://gateway.lan:3001', 'http://192.0.2.7:3001'];
    const { file: world } = await runningWorld(urls, file);
    expect(hostsOf(world.gateways)).toEqual({ 'a.localhost': '127.0.0.1' });
  });

  it.each(['a.localhost:3001', 'localhost', ''])('says that --url=%s is no origin', async (url) => {
    const file = await accounts([member('mara'), member('jonas')]);
    await expect(runningWorld([url], file)).rejects.toThrow(/--url takes an origin such as/);
  });

  it.each(['[{ "id"', {}, [member('mara')], [{ id: 'mara' }, { id: 'jonas' }]])(
    'says what a file of accounts must hold, where it holds %j',
    async (content) => {
      const file = await accounts(content);
      await expect(runningWorld(['http://a.localhost:3001'], file)).rejects.toThrow(
        /members.json must hold two members or more: \[\{ "id"/,
      );
    },
  );

  it('names the missing file of accounts', async () => {
    await expect(runningWorld(['http://a.localhost:3001'], 'nope.json')).rejects.toThrow(
      "nope.json, which --accounts names, can't be read",
    );
  });

  it('refuses to kill gateways it did not start', () => {
    expect(() => planOf('reconnect-storm', { url: ['http://a.localhost:3001'] })).toThrow(/not its own/);
  });
});
