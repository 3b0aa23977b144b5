import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SendInput } from '@heartline/contracts';
import { ensurePythonPackages, MissingPython } from '@heartline/local/python';
import { startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const FOLDER = fileURLToPath(new URL('./foreign-client/', import.meta.url));
const REFERENCE = fileURLToPath(new URL('../../../infra/reference/', import.meta.url));

let world: WorldWithStubs;
let harness: Server;
let python: string | MissingPython;

beforeAll(async () => {
  python = await ensurePythonPackages(join(FOLDER, 'requirements.txt'), (line) => console.log(line)).catch(
    (error: unknown) => {
      if (error instanceof MissingPython) return error;
      throw error;
    },
  );
  if (python instanceof MissingPython) return;
  world = await startWorld({ here: true, gateways: 2, workers: 1, stubs: true });
  harness = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://harness');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const work = url.pathname === '/mail' ? mailTo(url.searchParams.get('to') ?? '') : expire(body);
      work.then(
        (text) => response.end(text),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  await new Promise<void>((done) => harness.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  harness?.close();
  await world?.stop();
});

/** The contents of the member's mailbox. */
async function mailTo(address: string): Promise<string> {
  return (await world.stubs.mailbox.waitFor(address, 30_000)).text;
}

/** A gateway died between the hold of a send and its message, longer ago than a hold lives. */
async function expire(body: string): Promise<string> {
  const { member, input } = JSON.parse(body) as { member: string; input: SendInput };
  const { credits, messaging } = world.inside.core;
  const hold = credits.hold.bind(credits);
  vi.spyOn(credits, 'hold').mockImplementationOnce(async (wish) => {
    await hold(wish);
    throw new Error('died');
  });
  const sender = { member, site: 'default' };
  await expect(messaging.sendMessage(sender as never, input)).rejects.toThrow('died');
  world.clock.advance(25_000);
  await messaging.sweepMessages(60_000);
  return 'expired';
}

it('completes a member’s tasks with a client written from the documents alone', async (context) => {
  if (python instanceof MissingPython) return context.skip(python.message);
  const [first, second] = world.gateways as unknown as { address: string; origin: string }[];
  const environment = {
    DOCUMENTS: REFERENCE,
    FIRST_ADDRESS: first?.address ?? '',
    FIRST_ORIGIN: first?.origin ?? '',
    SECOND_ADDRESS: second?.address ?? '',
    SECOND_ORIGIN: second?.origin ?? '',
    HARNESS: `http://127.0.0.1:${(harness.address() as AddressInfo).port}`,
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const said = await new Promise<string>((resolve) => {
    execFile(
      python as string,
      [join(FOLDER, 'story.py')],
      { env: { ...environment, PATH: '/usr/bin:/bin' }, timeout: 180_000 },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}${error ? `\nended with ${error.code}` : ''}`),
    );
  });
  expect(said).toMatch(/\n\d+ steps\n$/);
});
