import { randomUUID } from 'node:crypto';
import { conversationRead, getChats, messageSend } from '@heartline/contracts';
import type { Person, World } from '@heartline/testing';
import { DURABLE } from '@heartline/testing/bench-access';
import { interleave, later, type Result, type Scale } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { openSocket, type SocketClient } from '../socket-client.ts';
import { TEXT } from './bare-writes.ts';
import { conversationOf } from './fill-messages.ts';

const MEMBERS = 200;
/** Partners of each member: 1,000 conversations. */
const PARTNERS = 5;
const STORM_MS = 20_000;
const AT_ONCE = 50;
const REPETITIONS = 5;
const COUNTED = 100;

/**
 * Sends, reads and reconnects at once on 1,000 conversations over two gateways. Afterwards the unread count of each
 * member must be the number of unread rows. Also compares the cost of a read: read marks moved through the socket, and
 * bare conditional updates of the same documents.
 */
export async function unreadExact({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld({ small });
  try {
    const count = small ? 20 : MEMBERS;
    const wish = { premium: true, credits: 1_000_000 };
    const people = await world.people(...Array.from({ length: count }, () => wish));
    const devices = await Promise.all(people.map(connect));
    const stormed = await storm(world, people, devices, small ? 3_000 : STORM_MS);
    await later(2_000);
    const drift = await driftOf(world, people);
    const reads = await compareReads(world, people, devices, small);
    for (const device of devices) device.close();
    const faults = [
      ...drift.slice(0, 5),
      ...stormed.refused,
      ...(await world.violations()).map((violation) => JSON.stringify(violation)),
    ];
    return {
      rows: [
        {
          figure: 'conversations whose count drifted',
          values: [drift.length],
          digits: 0,
          target: { atMost: 0 },
        },
        {
          figure: 'marks moved a second, of bare updates',
          values: reads.map(({ ours, baseline }) => ours / baseline),
          target: { atLeast: 0.5 },
        },
        { figure: 'marks moved a second', values: reads.map(({ ours }) => ours), digits: 0 },
        { figure: 'bare updates a second', values: reads.map(({ baseline }) => baseline), digits: 0 },
      ],
      faults,
      notes: [
        `${stormed.sent} messages, ${stormed.read} reads and ${stormed.cut} reconnects at once in ${(count * PARTNERS) / 2} or more conversations.`,
      ],
    };
  } finally {
    await world.stop();
  }
}

function connect(person: Person): Promise<SocketClient> {
  return openSocket({ ...person.http.gateway, cookie: person.http.cookie });
}

/** The partner number `turn` of a member; both sides of a pair count each other. */
function partnerOf(people: readonly Person[], index: number, turn: number): Person {
  const step = 1 + (turn % PARTNERS);
  return people[(index + step) % people.length] as Person;
}

/** Loops that each do the next action of the mix until the time is over. */
async function storm(world: World, people: readonly Person[], devices: SocketClient[], forMs: number) {
  const done = { sent: 0, read: 0, cut: 0, refused: [] as string[] };
  const seqs = new Map<string, number>();
  const until = performance.now() + forMs;
  async function visit(loop: number): Promise<void> {
    for (let turn = loop; performance.now() < until; turn += AT_ONCE) {
      const index = (turn * 7) % people.length;
      const person = people[index] as Person;
      const other = partnerOf(people, index, Math.floor(turn / people.length));
      const device = devices[index] as SocketClient;
      if (turn % 40 === 39) {
        device.close();
        devices[index] = await connect(person);
        done.cut += 1;
      } else if (turn % 3 === 2) {
        const conversation = conversationOf(person.id, other.id);
        const seq = seqs.get(conversation);
        if (seq === undefined) continue;
        await Promise.race([device.send(conversationRead.name, { conversation, seq }), later(2_000)]);
        done.read += 1;
      } else {
        const input = { clientId: randomUUID(), profile: other.id, text: TEXT, credits: 1 };
        const answer = (await Promise.race([device.send(messageSend.name, input), later(2_000)])) as
          | { ok: boolean; value?: { message: { conversation: string; seq: number } }; refusal?: unknown }
          | undefined;
        // No answer: another loop closed the socket meanwhile.
        if (!answer) continue;
        if (!answer.ok) done.refused.push(`refused: ${JSON.stringify(answer.refusal)}`);
        if (answer.value) seqs.set(answer.value.message.conversation, answer.value.message.seq);
        done.sent += 1;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, loop) => visit(loop)));
  await world.inside.core.messaging.flush();
  return done;
}

/** Conversations whose unread count differs from their rows. */
async function driftOf(world: World, people: readonly Person[]): Promise<string[]> {
  const drift: string[] = [];
  const messages = world.inside.mongo.connection.collection<{ _id: string; sender: string; kind: string }>(
    'messages',
  );
  for (const person of people) {
    const { chats } = await person.http.call(getChats, {});
    for (const { conversation, readSeq, num_unread_messages: reported } of chats) {
      const id = (n: number) => `${conversation.id}:${String(n).padStart(10, '0')}`;
      const rows = await messages
        .find({ _id: { $gt: id(readSeq), $lte: id(9_999_999_999) } })
        .project<{ sender: string; kind: string }>({ sender: 1, kind: 1 })
        .toArray();
      const counted = rows.filter(({ sender, kind }) => kind === 'text' && sender !== person.id).length;
      if (reported !== Math.min(COUNTED, counted))
        drift.push(
          `${person.id} gets ${reported} unread in ${conversation.id}, but its rows give ${counted}`,
        );
    }
  }
  return drift;
}

/**
 * Moves read marks through sockets and by bare updates of the same documents, fifty at once, alternating. Before each
 * round all marks return to the first row, so that each of them moves to the last.
 */
async function compareReads(
  world: World,
  people: readonly Person[],
  devices: readonly SocketClient[],
  isSmall: boolean,
) {
  const inbox = world.inside.mongo.connection.collection<Side>('inbox');
  const sides = await inbox.find({}).limit(2_000).toArray();
  const byMember = new Map(people.map(({ id }, index) => [id, devices[index] as SocketClient]));
  const one = (act: (side: Side) => Promise<unknown>) => async () => {
    await inbox.updateMany({}, { $set: { readSeq: 0, receivedSeq: 0 } });
    const waiting = [...sides];
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let side = waiting.pop(); side; side = waiting.pop()) await act(side);
      }),
    );
    return (sides.length / (performance.now() - startedAt)) * 1_000;
  };
  return interleave(
    isSmall ? 1 : REPETITIONS,
    one(async ({ member, conversation, lastSeq: seq }) => {
      const answer = await byMember.get(member)?.send(conversationRead.name, { conversation, seq });
      const { ok, value } = answer as { ok: boolean; value?: { readSeq: number } };
      if (!ok || value?.readSeq !== seq) throw new Error(`a mark did not move: ${JSON.stringify(answer)}`);
    }),
    one(({ _id, lastSeq }) => {
      const marks = { readSeq: lastSeq, receivedSeq: lastSeq };
      return inbox.updateOne({ _id }, { $max: marks }, { writeConcern: DURABLE });
    }),
  );
}

/** One side of a conversation: the fields of its read mark. */
interface Side {
  _id: string;
  member: string;
  conversation: string;
  lastSeq: number;
  readSeq: number;
  receivedSeq: number;
}
