import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS, INBOUND_EVENTS, JOBS, OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { describe, expect, it } from 'vitest';
import { REFERENCE_FOLDER, referencePages } from './reference-pages.ts';

const AGAIN = 'run: node packages/testing/src/reference/main.ts';

describe('the reference pages', () => {
  const pages = referencePages();

  for (const [name, text] of Object.entries(pages)) {
    it(`${name} says what the contracts and settings say now`, async () => {
      const kept = await readFile(join(REFERENCE_FOLDER, name), 'utf8').catch(() => '');
      expect(kept === text, AGAIN).toBe(true);
    });
  }

  it('say what is in a message, whichever of its kinds it is', () => {
    const messages = pages['events.md']?.match(/^- `message`: .*$/gm);
    expect(new Set(messages?.map((line) => line.split(' or ').length))).toEqual(new Set([3]));
    expect(messages?.[0]).toContain('{ kind, conversation, seq, ');
  });

  it('name every call, event and job', () => {
    const { paths } = JSON.parse(pages['openapi.json'] ?? '') as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    for (const call of CALLS) {
      expect(paths[call.path]?.[call.method.toLowerCase()]?.operationId).toContain(call.name);
    }
    for (const { name } of [...INBOUND_EVENTS, ...OUTBOUND_EVENTS, ...JOBS]) {
      expect(pages['events.md']).toContain(`### ${name}`);
    }
  });
});
