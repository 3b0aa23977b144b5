import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { GatewayConfig } from '../config.ts';
import { addProxyNotice } from './proxy-notice.ts';

type Given = Pick<GatewayConfig, 'mode' | 'trustedProxyHops'>;

/** Returns the warnings logged after calls with these values of X-Forwarded-For. */
async function warningsOf(config: Given, ...forwarded: (string | undefined)[]): Promise<string[]> {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  addProxyNotice(app, config);
  app.get('/', () => 'page');
  for (const one of forwarded)
    await app.inject({ url: '/', ...(one ? { headers: { 'x-forwarded-for': one } } : {}) });
  await app.close();
  return lines;
}

it('warns once with the fix when X-Forwarded-For arrives without a trusted proxy', async () => {
  const warnings = await warningsOf(
    { mode: 'production', trustedProxyHops: 0 },
    undefined,
    '1.2.3.4',
    '1.2.3.5',
  );
  expect(warnings).toEqual([expect.stringContaining('set TRUSTED_PROXY_HOPS')]);
  expect(warnings[0]).not.toContain('1.2.3');
});

it('says nothing where a proxy is trusted, or none stands in front', async () => {
  expect(await warningsOf({ mode: 'production', trustedProxyHops: 1 }, '1.2.3.4')).toEqual([]);
  expect(await warningsOf({ mode: 'production', trustedProxyHops: 0 }, undefined)).toEqual([]);
  expect(await warningsOf({ mode: 'test', trustedProxyHops: 0 }, '1.2.3.4')).toEqual([]);
});
