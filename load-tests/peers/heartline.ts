import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import { ENTER, eventFrame, PONG, SOCKET_PATH } from '../lib/frames.ts';
import type { PeersWorld } from './peers-world.ts';

/**
 * The adapter of Heartline for the peers' bench: `export default ({hooks, dataDir, pidOf, env}) => …`. It builds and
 * searches frames by hand, so the client of the bench costs the same as with other peers.
 *
 * - `npm run load -- peers` starts the app, writes `PEERS_WORLD` and passes this file to the bench.
 * - A message is acknowledged once its hold and its row are stored and journaled; each message has one row.
 */
export function heartline({ hooks, env }: Given) {
  const world = JSON.parse(readFileSync(env['PEERS_WORLD'] as string, 'utf8')) as PeersWorld;

  /** Members write in several runs: the first part of the message keys identifies this run. */
  const run = randomUUID().slice(0, 24);

  async function connect(index: number): Promise<Connection> {
    const member = world.members[index];
    if (!member)
      throw new Error(`The world has ${world.members.length} members, number ${index} was asked for.`);
    const { address, origin } = member.endpoint;
    const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${SOCKET_PATH}`, {
      perMessageDeflate: false,
      headers: { cookie: member.cookie, origin, host: new URL(origin).host },
    });
    const connection: Connection = { socket, id: member.id, sent: [], rows: new Set() };
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.on('message', (data: Buffer) => {
        const frame = data.toString();
        if (frame.startsWith('43')) onAck(connection, frame);
        else if (frame.startsWith(CREATED)) onCreated(connection, frame);
        else if (frame === '2') socket.send(PONG);
        else if (frame.startsWith('0{')) socket.send(ENTER);
        else if (frame.startsWith('40')) resolve();
        else if (frame.startsWith('44')) reject(new Error(`refused: ${frame}`));
      });
    });
    return connection;
  }

  function onAck(connection: Connection, frame: string): void {
    const sent = connection.sent[Number.parseInt(frame.slice(2, 12), 10)];
    if (!sent) return;
    if (frame.includes('"ok":true')) hooks.ack(sent.key);
    // As all our clients do: an `UNAVAILABLE` message goes again under the same key and is stored once.
    else if (frame.includes('"UNAVAILABLE"')) post(connection, sent);
    else console.error('refused', frame.slice(0, 300));
  }

  function post({ socket, sent }: Connection, message: Sent): void {
    const { to, clientId, text } = message;
    const ack = sent.push(message) - 1;
    socket.send(eventFrame(ack, world.event, { clientId, profile: to, text, credits: 1 }));
  }

  function onCreated(connection: Connection, frame: string): void {
    // The sender's own frame carries the remaining credits: an echo for its other devices.
    if (frame.includes('"credits":')) return;
    // A resent message may lead to two events. As all our clients do, count its row once.
    const row = Number.parseInt(frame.slice(frame.indexOf(ROW) + ROW.length), 10);
    if (connection.rows.has(row)) return;
    connection.rows.add(row);
    const start = frame.indexOf(TEXT) + TEXT.length;
    hooks.recv(connection, frame.slice(start, frame.indexOf('"', start)));
  }

  return {
    copies: 1,
    /** Gateways, worker and Redis: all our processes but the document store. */
    serverPids: () => world.serverPids,
    dbPids: () => world.dbPids,
    /** The command creates the members. */
    prepare: async () => undefined,
    connect,
    openPair: async () => undefined,
    send(from: Connection, to: Connection, key: number, text: string): void {
      post(from, { key, to: to.id, clientId: run + key.toString(16).padStart(12, '0'), text });
    },
    /** Rows of this run in the store, each with its hold and its settlement. */
    verify: (tag: string, first: number) => ask(world, { run: tag, first }),
  };
}

async function ask({ control }: PeersWorld, question: object): Promise<unknown> {
  const response = await fetch(control, { method: 'POST', body: JSON.stringify(question) });
  return response.json();
}

interface Given {
  hooks: { ack(key: number): void; recv(connection: Connection, text: string): void };
  env: Record<string, string | undefined>;
}

interface Connection {
  socket: WebSocket;
  id: string;
  /** Messages by ack id. */
  sent: Sent[];
  /** Rows received in the one conversation of a pair. */
  rows: Set<number>;
}

interface Sent {
  /** The bench's own number of the message. */
  key: number;
  to: string;
  clientId: string;
  text: string;
}

const CREATED = '42["message:created"';
const TEXT = '"text":"';
const ROW = '"seq":';
