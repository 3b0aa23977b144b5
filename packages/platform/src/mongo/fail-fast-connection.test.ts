import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import mongoose from 'mongoose';
import { afterAll, expect, it } from 'vitest';
import { FailFastConnection } from './fail-fast-connection.ts';

const server = createServer().listen(0, '127.0.0.1');
afterAll(() => void server.close());

interface Commands {
  command(namespace: { db: string }, command: object): Promise<unknown>;
}

async function connected() {
  await (server.listening || once(server, 'listening'));
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const options = { id: 1, generation: 0, monitorCommands: false };
  return {
    socket,
    connection: new FailFastConnection(...([socket, options] as never[])) as unknown as Commands,
  };
}

it('rejects a command on a socket that was just destroyed', async () => {
  const { socket, connection } = await connected();
  // The `close` event comes later in the turn of the event loop, as when the other side hangs up.
  socket.destroy();
  await expect(connection.command({ db: 'admin' }, { ping: 1 })).rejects.toThrow('closed');
});

it('rejects a command in flight when its full socket is destroyed', async () => {
  const { socket, connection } = await connected();
  const sent = connection.command({ db: 'admin' }, { ping: 1, much: 'x'.repeat(15_000_000) });
  setImmediate(() => socket.destroy());
  await expect(sent).rejects.toThrow('closed');
});

it('makes the driver use the given connection class', async () => {
  let made = 0;
  class Counted extends FailFastConnection {
    constructor(...given: never[]) {
      super(...given);
      made += 1;
    }
  }
  await (server.listening || once(server, 'listening'));
  const { port } = server.address() as AddressInfo;
  const options = { connectionType: Counted, serverSelectionTimeoutMS: 500 } as object;
  await expect(
    mongoose.createConnection(`mongodb://127.0.0.1:${port}`, options).asPromise(),
  ).rejects.toThrow();
  expect(made).toBeGreaterThan(0);
});
