import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

const UNREAD_MS = 1_000;
const PIECE = Buffer.alloc(64 * 1024);

describe('an answer that is not read', () => {
  let httpServer: ReturnType<typeof createHttpServer>;
  let client: Socket;
  /** Bytes of the answer read so far. The size of the kernel’s buffer for a slow reader differs by machine. */
  let sent: number;
  let length: number;

  function* answer() {
    for (; sent < length; sent += PIECE.length) yield PIECE;
  }

  beforeEach(async () => {
    httpServer = createHttpServer({ unreadMs: UNREAD_MS });
    sent = 0;
    length = Number.POSITIVE_INFINITY;
    httpServer.answerWith((_request, response) => {
      pipeline(Readable.from(answer()), response, () => undefined);
    });
    httpServer.server.listen(0, '127.0.0.1');
    await once(httpServer.server, 'listening');
    client = connect((httpServer.server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  });
  afterEach(async () => {
    client.destroy();
    httpServer.server.close();
    await once(httpServer.server, 'close');
  });

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      httpServer.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  it('ends the connection', async () => {
    await fixedWait(UNREAD_MS / 2, 'no event says that a connection stays');
    expect(await connections()).toBe(1);
    await expect.poll(connections, { timeout: UNREAD_MS * 20 }).toBe(0);
  });

  it('is sent to its end when it is read slowly', async () => {
    let read = 0;
    const isOver = once(client, 'end').then(() => true);
    client.on('data', (piece: Buffer) => (read += piece.length));
    for (const until = performance.now() + UNREAD_MS * 3; performance.now() < until; ) {
      const before = sent;
      client.resume();
      await expect.poll(() => sent, { interval: 5, timeout: UNREAD_MS * 20 }).toBeGreaterThan(before);
      client.pause();
      await fixedWait(UNREAD_MS / 4, 'a slow reader pauses');
    }
    expect(await connections()).toBe(1);
    length = sent;
    client.resume();
    expect(await isOver).toBe(true);
    expect(read).toBeGreaterThan(sent);
  });
});
