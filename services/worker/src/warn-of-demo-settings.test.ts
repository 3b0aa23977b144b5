import type { Core } from '@heartline/core';
import { expect, it } from 'vitest';
import { warnOfDemoSettings } from './warn-of-demo-settings.ts';

type Read = Awaited<ReturnType<Core['site']['operate']['read']>>;

/** Returns the notices about sites with these settings, by host. */
async function noticesOf(sites: Record<string, { set?: object; company?: string }>): Promise<object[]> {
  const said: object[] = [];
  const read = async (host: string) =>
    ({
      settings: { domain: 'localhost', support_email: 'support@localhost', ...sites[host]?.set },
      company: { name: sites[host]?.company ?? '' },
      configured: host in sites,
    }) as Read;
  const list = async () => Object.keys(sites).map((_id) => ({ _id }));
  await warnOfDemoSettings({ site: { operate: { list, read } } } as unknown as Core, {
    publicOrigin: 'https://a.example',
    logger: { warn: (line: object) => void said.push(line) },
  });
  return said;
}

it('names each setting left from the demo, with the command that changes it', async () => {
  expect(await noticesOf({ default: {} })).toMatchObject([
    { site: 'a.example', setting: 'domain', value: 'localhost' },
    {
      site: 'a.example',
      setting: 'support_email',
      fix: 'npm run admin -- site set default support_email <value> --reason <reason>',
    },
    { site: 'a.example', setting: 'company.name' },
  ]);
});

it('says nothing of a site that is set up', async () => {
  const set = { domain: 'a.example', support_email: 'help@a.example' };
  expect(await noticesOf({ 'a.example': { set, company: 'A' } })).toEqual([]);
  const other = { set: { ...set, support_email: 'help@b.localhost' }, company: 'B' };
  expect(await noticesOf({ 'a.example': { set, company: 'A' }, 'b.example': other })).toMatchObject([
    { site: 'b.example', fix: expect.stringContaining('site set b.example support_email') },
  ]);
});
