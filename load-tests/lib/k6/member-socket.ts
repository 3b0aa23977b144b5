import http from 'k6/http';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { SOCKET_PATH } from '../frames.ts';
import { MemberDevice, type MemberOfPair, type Notes, type Surroundings } from '../member-device.ts';
import type { Dial, Line } from '../member-line.ts';
import { ANSWER_MS, NOT_NOW } from '../member-outbox.ts';
import type { ReceivedMessage, Tally } from '../tally.ts';
import { failed } from './answers.ts';
import { clock, counters, trends } from './metrics.ts';
import { world } from './settings.ts';
import type { Member } from './sign-in.ts';

/** Codes that an overloaded app may answer. Other codes that make a client retry are still faults. */
const BUSY: ReadonlySet<string> = new Set([NOT_NOW, 'RATE_LIMITED']);

const note: Omit<Notes, 'entered'> = {
  returned: () => counters.reconnected.add(1),
  resynced: (ms) => trends.resync.add(ms),
  readAcked: (ms) => trends.read.add(ms),
  typingAcked: (ms) => trends.typing.add(ms),
  receiptAcked: (ms) => trends.receipt.add(ms),
  signalRefused(name, code) {
    if (BUSY.has(code)) counters.signalsPutOff.add(1);
    else failed(`${name} is taken, not refused as ${code}`);
  },
  putOff(code) {
    counters.putOff.add(1);
    if (!BUSY.has(code)) failed(`the app is busy at most, not ${code}`);
  },
  unanswered: () => counters.unanswered.add(1),
  expired: () => counters.expired.add(1),
  gap: () => counters.gaps.add(1),
  misrouted: () => counters.misrouted.add(1),
  notLetIn: (reason) => void failed(`every member is connected, not refused with ${reason}`),
};

/** The devices of one VU with sockets and calls of k6. Each calls `onEntered` once. */
export function createDevices(tally: Tally, onEntered: () => void): (member: Member) => MemberDevice {
  const entered = (ms: number) => {
    trends.connect.add(ms);
    onEntered();
  };
  const around: Surroundings = {
    names: world.names,
    gateways: world.gateways.length,
    clock,
    later: (act, ms) => void setTimeout(act, ms),
    connect,
    fetchAfter,
    list,
    note: { ...note, entered },
  };
  return ({ id, peer, origin, cookie }) => {
    const gateway = world.gateways.findIndex((one) => one.origin === origin);
    return new MemberDevice({ id, peer, cookie, gateway }, tally, around);
  };
}

const originOf = (gateway: number): string => (world.gateways[gateway] as { origin: string }).origin;

function connect({ cookie }: MemberOfPair, gateway: number, ...[onText, onCut]: Parameters<Dial>): Line {
  const origin = originOf(gateway);
  const headers = { Cookie: cookie, Origin: origin };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, null, { headers });
  socket.onmessage = (event) => onText(event?.data as string);
  socket.onclose = onCut;
  // `close` follows a refused connection.
  socket.onerror = () => {};
  return {
    // A closing connection takes no more frames, as in a browser. k6 would throw and end all members of this VU.
    send(frame) {
      if (socket.readyState === OPEN) socket.send(frame);
    },
    close: () => socket.close(),
  };
}

/** State of an open socket. */
const OPEN = 1;

async function fetchAfter(
  { cookie }: MemberOfPair,
  gateway: number,
  { conversation, after, limit }: Parameters<Surroundings['fetchAfter']>[2],
) {
  const url = `${originOf(gateway)}${world.names.messages}?conversation=${conversation}&after=${after}&limit=${limit}`;
  const response = await http.asyncRequest('GET', url, null, {
    headers: { Cookie: cookie },
    jar: new http.CookieJar(),
    timeout: ANSWER_MS,
    tags: { name: 'messages that were missed' },
  });
  if (response.status !== 200) return undefined;
  return response.json() as unknown as { messages: ReceivedMessage[]; lastSeq: number };
}

async function list({ cookie, peer }: MemberOfPair, gateway: number): Promise<string[] | undefined> {
  const response = await http.asyncRequest('GET', originOf(gateway) + world.names.chats, null, {
    headers: { Cookie: cookie },
    jar: new http.CookieJar(),
    timeout: ANSWER_MS,
    tags: { name: 'conversations that were missed' },
  });
  if (response.status !== 200) return undefined;
  const { chats } = response.json() as unknown as {
    chats: { conversation: { id: string }; profile: { id: string } }[];
  };
  return chats.filter(({ profile }) => profile.id === peer).map(({ conversation }) => conversation.id);
}
