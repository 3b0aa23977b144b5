import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDoor } from './door.ts';

const UNREAD_MS = 400;
/** More than the kernel keeps for a reader who takes nothing. */
const LONG = Buffer.alloc(64 * 1024 * 1024);

describe('an answer that is not read', () => {
  let door: ReturnType<typeof createDoor>;
  let client: Socket;
  let isAnswered: boolean;

  beforeEach(async () => {
    door = createDoor({ unreadMs: UNREAD_MS });
    isAnswered = false;
    door.answerWith((_request, response) => {
      response.end(LONG, () => (isAnswered = true));
    });
    door.server.listen(0, '127.0.0.1');
    await once(door.server, 'listening');
    client = connect((door.server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  });
  afterEach(async () => {
    client.destroy();
    door.server.close();
    await once(door.server, 'close');
  });

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      door.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  it('ends the connection', async () => {
    await sleep(UNREAD_MS / 2);
    expect(await connections()).toBe(1);
    await expect.poll(connections, { timeout: UNREAD_MS * 20 }).toBe(0);
  });

  it('is sent to its end when it is read slowly', async () => {
    let read = 0;
    /** Where it rests next: far enough that the kernel tells the other side of the room it has again. */
    let upTo = 0;
    client.on('data', (piece: Buffer) => {
      read += piece.length;
      if (read >= upTo) client.pause();
    });
    for (let round = 0; round < 12; round += 1) {
      upTo = read + LONG.length / 20;
      client.resume();
      await sleep(UNREAD_MS / 4);
    }
    expect(isAnswered).toBe(false);
    upTo = Number.POSITIVE_INFINITY;
    client.resume();
    await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(LONG.length);
    expect(isAnswered).toBe(true);
  });
});
