import { readFile } from 'node:fs/promises';
import { ERROR_STATUS, type ErrorBody, logIn } from '@heartline/contracts';
import { CALLS } from '@heartline/contracts/registry';
import { startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

/** The body of failing calls, as the published document describes it. */
let world: WorldHere;
let documented: z.ZodType;

beforeAll(async () => {
  const file = new URL('../../../infra/reference/openapi.json', import.meta.url);
  const { components } = JSON.parse(await readFile(file, 'utf8'));
  documented = z.fromJSONSchema(components.schemas.Error);
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

it('has the documented shape in every refused call [S8-039]', async () => {
  const refused: string[] = [];
  for (const { name, method, path, when } of CALLS) {
    const address = when ? `${path}?${new URLSearchParams(when).toString()}` : path;
    // Without a session, and with a property that no call has.
    const sent = method === 'GET' ? undefined : '{"unknown":1}';
    const { status, body } = await world.browser().send(method, address, sent);
    if (status < 400) continue;
    refused.push(name);
    expect([name, documented.safeParse(body).error]).toEqual([name, undefined]);
    const { error } = body as ErrorBody;
    expect([name, ERROR_STATUS[error.code]]).toEqual([name, status]);
  }
  expect(refused.length).toBeGreaterThan(CALLS.length / 2);
});

it('names the wrong fields, and the 403 that ends a session [S8-039]', async () => {
  const wrong = await world.browser().send('POST', logIn.path, '{"email":"a@mail.example"}');
  expect(wrong.body).toEqual({
    error: {
      code: 'VALIDATION_FAILED',
      message: 'Check the marked fields.',
      fields: { password: 'REQUIRED' },
    },
  });
  const out = await world.browser().send('GET', '/api/chats.php');
  expect(out.body).toEqual({
    error: { code: 'AUTHENTICATION_REQUIRED', message: 'Log in first.' },
    authentication_required: true,
  });
});
