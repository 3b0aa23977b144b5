import { check } from 'k6';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { makeClientId } from '../lib/client-id.ts';
import { ENTER, eventFrame, PONG, parseFrame, SOCKET_PATH } from '../lib/frames.ts';
import { createTally } from '../lib/tally.ts';
import type { WorldFile } from '../lib/world-file.ts';

/**
 * The smallest proof under load: members sign in over HTTP, open sockets on all gateways and write to each other by
 * the clock. Every message must be acknowledged, reach the other side once and in order.
 */
const world = JSON.parse(open(__ENV['WORLD'] as string)) as WorldFile;
const VUS = 2;
const MESSAGES_EACH = 10;
const EVERY_MS = 1_000;
const PATIENCE_MS = 10_000;

const sent = new Counter('messages_sent');
const delivered = new Counter('messages_delivered');
const duplicate = new Counter('messages_duplicate');
const missing = new Counter('messages_missing');
const outOfOrder = new Counter('messages_out_of_order');
const refused = new Counter('messages_refused');
const connectMs = new Trend('socket_connect_ms');
const ackMs = new Trend('message_ack_ms');
const deliveryMs = new Trend('message_delivery_ms');

const expected = world.members.length * MESSAGES_EACH;

export const options = {
  scenarios: {
    chat: { executor: 'per-vu-iterations', vus: VUS, iterations: 1, maxDuration: '60s' },
  },
  hosts: Object.fromEntries(world.gateways.map(({ origin, address }) => [hostOf(origin), hostOf(address)])),
  setupTimeout: '60s',
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    messages_sent: [`count==${expected}`],
    messages_delivered: [`count==${expected}`],
    messages_duplicate: ['count==0'],
    messages_missing: ['count==0'],
    messages_out_of_order: ['count==0'],
    messages_refused: ['count==0'],
    // Generous: they catch a send that waits for something, on a machine that builds meanwhile.
    message_ack_ms: ['p(95)<2000'],
    message_delivery_ms: ['p(95)<2500'],
  },
};

interface Member {
  id: string;
  peer: string;
  origin: string;
  cookie: string;
}

/** Signs everybody in; the two of a pair on different gateways, so that what they write crosses over. */
export function setup(): Member[] {
  return world.members.map(({ id, email, password }, index) => {
    const { origin } = world.gateways[index % world.gateways.length] as WorldFile['gateways'][number];
    const response = http.post(origin + world.names.logIn, JSON.stringify({ email, password }), {
      // One member's session must not sign out the one before.
      jar: new http.CookieJar(),
      headers: { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    });
    const session = response.cookies['__Host-session']?.[0]?.value;
    check(response, { 'signs in': ({ status }) => status === 200 && session !== undefined });
    const peer = world.members[index % 2 === 0 ? index + 1 : index - 1] as WorldFile['members'][number];
    return { id, peer: peer.id, origin, cookie: `__Host-session=${session}` };
  });
}

/** One VU holds the sockets of its share of the members and runs them by its event loop. */
export default function chat(members: Member[]): void {
  const mine = members.filter((_, index) => Math.floor(index / 2) % VUS === __VU - 1);
  const tally = createTally(
    {
      acked: (ms) => ackMs.add(ms),
      refused: (code) => refused.add(1, { code }),
      delivered(ms) {
        delivered.add(1);
        deliveryMs.add(ms);
      },
      duplicate: () => duplicate.add(1),
      outOfOrder: () => outOfOrder.add(1),
    },
    Date.now,
    world.names.messageCreated,
  );
  for (const counter of [duplicate, missing, outOfOrder, refused]) counter.add(0);
  const sockets: WebSocket[] = [];
  const starts: ((firstDueAt: number) => void)[] = [];
  let entered = 0;
  for (const member of mine) {
    const socket = openSocket(member, tally, () => {
      entered += 1;
      if (entered === mine.length) begin();
    });
    sockets.push(socket.webSocket);
    starts.push(socket.start);
  }

  function begin(): void {
    const startAt = Date.now() + 200;
    starts.forEach((start, index) => start(startAt + (index * EVERY_MS) / starts.length));
    setTimeout(() => finish(Date.now() + PATIENCE_MS), MESSAGES_EACH * EVERY_MS + 200);
  }

  function finish(deadline: number): void {
    if (!tally.isComplete() && Date.now() < deadline) {
      setTimeout(() => finish(deadline), 100);
      return;
    }
    missing.add(tally.missing());
    check(tally, {
      'every message is acknowledged and heard': () => tally.missing() === 0,
      'conversations are heard without holes': () => tally.holes() === 0,
    });
    for (const socket of sockets) socket.close();
  }
}

/** Opens one member's socket; `start` then sends by the clock, whatever the answers do. */
function openSocket(member: Member, tally: ReturnType<typeof createTally>, onEntered: () => void) {
  const openedAt = Date.now();
  const headers = { Cookie: member.cookie, Origin: member.origin };
  const webSocket = new WebSocket(`${member.origin.replace('http', 'ws')}${SOCKET_PATH}`, null, { headers });
  const clientIds: string[] = [];
  webSocket.onmessage = (event) => {
    const frame = parseFrame(event?.data as string);
    if (frame.type === 'open') webSocket.send(ENTER);
    if (frame.type === 'ping') webSocket.send(PONG);
    if (frame.type === 'ack') tally.ack(clientIds[frame.id] as string, frame.payload);
    if (frame.type === 'event') tally.event(member.id, frame);
    if (frame.type === 'entered') {
      connectMs.add(Date.now() - openedAt);
      onEntered();
    }
    if (frame.type === 'entered' || frame.type === 'refused') {
      check(frame, { 'is let in': ({ type }) => type === 'entered' });
    }
  };

  function sendNext(dueAt: number): void {
    const order = clientIds.length;
    const clientId = makeClientId();
    clientIds.push(clientId);
    tally.sent(clientId, dueAt, order);
    sent.add(1);
    const text = `Message ${order} by the clock, sixty characters long or so, friend`;
    webSocket.send(
      eventFrame(order, world.names.messageSend, { clientId, profile: member.peer, text, credits: 1 }),
    );
    const nextAt = dueAt + EVERY_MS;
    if (order + 1 < MESSAGES_EACH) setTimeout(() => sendNext(nextAt), Math.max(0, nextAt - Date.now()));
  }

  const start = (firstDueAt: number) => {
    setTimeout(() => sendNext(firstDueAt), Math.max(0, firstDueAt - Date.now()));
  };
  return { webSocket, start };
}

/** Everything k6 counted, for the table and the report. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV['SUMMARY'] as string]: JSON.stringify(data, null, 1) };
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
}
