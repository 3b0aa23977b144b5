import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPaymentProtocol } from './payment-protocol.ts';
import { ROOT } from './reference-pages.ts';

const document = buildPaymentProtocol();

/** Properties and parameters without a description. */
function silentIn(part: unknown, at = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as { properties?: Record<string, { description?: string }> };
  const silent = Object.entries(properties ?? {}).filter(([, one]) => !one.description);
  return [
    ...silent.map(([name]) => `${at}.${name}`),
    ...Object.entries(part).flatMap(([name, one]) => silentIn(one, `${at}.${name}`)),
  ];
}

describe('the payment protocol', () => {
  it('describes every property', () => {
    expect(JSON.stringify(document)).toContain('"Payment"');
    expect(silentIn(document)).toEqual([]);
  });

  it('has a schema for everything it refers to', () => {
    const { schemas } = document['components'] as { schemas: object };
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(names).size).toBeGreaterThan(6);
    for (const name of names) expect(schemas).toHaveProperty(name ?? '');
  });

  it('is explained, call by call, in its page', async () => {
    const text = await readFile(join(ROOT, 'infra/reference/payment-protocol.md'), 'utf8');
    for (const path of Object.keys(document['paths'] as object)) expect(text).toContain(path);
    for (const word of ['Idempotency-Key', 'X-Payment-Signature', '24 hours', '256 KiB', '4 s', '300 s'])
      expect(text).toContain(word);
  });
});
