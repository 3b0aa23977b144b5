import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '@heartline/contracts';
import { CALLS, INBOUND_EVENTS, JOBS, OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { describe, expect, it } from 'vitest';
import { ROOT, referencePages } from './reference-pages.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

interface Document {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: unknown;
}

/** Collects properties and parameters of a schema without a description or a reference. */
function visit(part: unknown, at: string, silent: string[]): void {
  if (typeof part !== 'object' || part === null) return;
  const { properties, parameters } = part as Record<string, unknown>;
  const named = [
    ...Object.entries((properties as object) ?? {}),
    ...(Array.isArray(parameters) ? parameters.entries() : []),
  ];
  for (const [name, one] of named as [string, { description?: string; $ref?: string }][])
    if (!one.description && !one.$ref) silent.push(`${at}.${name}`);
  for (const [name, one] of Object.entries(part)) visit(one, `${at}.${name}`, silent);
}

const AGAIN = 'run: npm run reference -w @heartline/testing';

describe('the reference pages', () => {
  const pages = referencePages();

  for (const [path, text] of Object.entries(pages)) {
    it(`${path} matches the code`, async () => {
      const stored = await readFile(join(ROOT, path), 'utf8').catch(() => '');
      expect(stored === text, AGAIN).toBe(true);
    });
  }

  const eventPage = pages['infra/reference/events.md'] ?? '';
  const document = JSON.parse(pages['infra/reference/openapi.json'] ?? '') as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

  it('link every shape that events name', () => {
    const links = [...eventPage.matchAll(/\]\(#(\w+)\)/g)].map(([, name]) => name);
    const headings = new Set([...eventPage.matchAll(/^### (\w+)$/gm)].map(([, name]) => name?.toLowerCase()));
    expect(links).toContain('textmessage');
    expect(links.filter((name) => !headings.has(name ?? ''))).toEqual([]);
  });

  it('name every call, event and job', () => {
    for (const { name, path, method, when } of CALLS) {
      const query = when ? `?${new URLSearchParams(when).toString()}` : '';
      expect(document.paths[`${path}${query}`]?.[method.toLowerCase()]?.operationId).toBe(name);
    }
    for (const { name } of [...INBOUND_EVENTS, ...OUTBOUND_EVENTS, ...JOBS]) {
      expect(eventPage).toContain(`### ${name}`);
    }
  });

  it('give each operation an id, summary, description, tag and success answer', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operationId, summary, description, tags: own, responses } of operations) {
      expect([operationId, summary.length > 10 && summary.length <= 120]).toEqual([operationId, true]);
      expect([operationId, description.length > 20]).toEqual([operationId, true]);
      expect([operationId, own.every((tag) => tags.has(tag)), own.length]).toEqual([operationId, true, 1]);
      const { content } = responses['200'] ?? {};
      expect([operationId, Object.values(content ?? {}).every((one) => one.schema)]).toEqual([
        operationId,
        true,
      ]);
    }
  });

  it('name the access of each call, and none for signing in', () => {
    const securityOf = (id: string) => operations.find((one) => one.operationId === id)?.security;
    expect(securityOf('logIn')).toEqual([]);
    expect(securityOf('paymentWebhook')).toEqual([]);
    expect(securityOf('registerPush')).toEqual([{ session: [] }]);
    expect(securityOf('getOperatorQueue')).toEqual([{ operator: [] }]);
    expect(operations.filter(({ security }) => !security).map(({ operationId }) => operationId)).toEqual([]);
  });

  it('describe every property and parameter', () => {
    const silent: string[] = [];
    visit(document.paths, '', silent);
    visit(document.components, '', silent);
    expect(silent).toEqual([]);
    const inEvents = eventPage.match(/^ *- `\w+\??`: .*$/gm) ?? [];
    expect(inEvents.length).toBeGreaterThan(200);
    expect(inEvents.filter((line) => !/\. \S|\]\(#\w+\)/.test(line))).toEqual([]);
  });

  it('describe connecting, refusals and every limit', () => {
    const said = document.info.description;
    for (const word of ['Origin', 'Host', 'Secure', 'Content-Length', 'Retry-After', '.2', 'cdn_prefix'])
      expect(said).toContain(word);
    for (const word of ['Origin', 'Cookie', '25 s', '20 s', '131,072', 'UNKNOWN_EVENT', '.2', '400'])
      expect(eventPage).toContain(word);
    for (const { limit } of INBOUND_EVENTS.filter((one) => one.limit)) {
      const { points, seconds } = LIMITS[limit as keyof typeof LIMITS];
      expect(eventPage).toContain(`At most ${points} in ${seconds} s`);
    }
    expect(document.servers.map(({ url }) => url)).toContain('http://a.localhost:3001');
  });
});
