import { randomUUID } from 'node:crypto';
import { messageCreated, messageSend } from '@heartline/contracts';
import { eventFrame } from '../lib/frames.ts';
import { AGAIN_MS } from '../lib/member-device.ts';
import { NOT_NOW } from '../lib/member-outbox.ts';
import { memberIndexOf } from '../lib/rounds.ts';
import { type Endpoint, enterWire, textFrame, type Wire } from './wire-client.ts';

/**
 * Paid messages between pairs of members over real sockets. The client builds and searches frames by hand and never
 * parses them. So on a shared machine most of the CPU is left to the server.
 */
export interface Traffic {
  /** Each sender keeps one message under way for `forMs`: the capacity of the system. */
  closedLoop(forMs: number): Promise<Outcome>;
  /** `perSecond` messages for `forMs` by the clock, independent of the answers. */
  openLoop(perSecond: number, forMs: number): Promise<Outcome>;
  close(): void;
}

export interface Outcome {
  sent: number;
  /** Acknowledged with `ok`. */
  acked: number;
  /** Received by the peer. Includes late messages that were refused and stored all the same. */
  delivered: number;
  refused: number;
  /** Times a message got “not now” and was sent again under its key, as the web app's outbox does. */
  putOff: number;
  missing: number;
  duplicates: number;
  /** Received by the peer after a later message of the same sender. */
  reordered: number;
  /** Milliseconds from the scheduled time, one entry per message. */
  ackMs: number[];
  deliveryMs: number[];
  /** Due time of each delivered message, by `performance.now`. */
  dueAt: number[];
  /** From the first send to the last acknowledgement or delivery. */
  tookMs: number;
  /** From the first send until the last message was due. */
  dueForMs: number;
  /** The key of each sender's last accepted message: `<member>:<clientId>`. */
  lastKeys: string[];
  /** Lateness of the generator for each message of an open loop. */
  lateMs: number[];
}

export interface Participant {
  id: string;
  endpoint: Endpoint;
}

interface Sent {
  clientId: string;
  at: number;
  order: number;
  acked: boolean;
  /** Its number in the conversation, once the peer received it. */
  receivedAs: number | undefined;
  /** It was sent again, so it may come after later ones. */
  again: boolean;
}

interface Device {
  member: string;
  peer: string;
  socket: Wire | undefined;
  nextAck: number;
  sentCount: number;
  /** Own messages by ack id. */
  byAck: Map<number, Sent>;
  /** Order of the newest message received from the peer. */
  newestReceived: number;
  onAck: () => void;
  lastAccepted: string | undefined;
}

/** Answers later than this after the last send count as missing. */
const TIMEOUT_MS = 10_000;

/** Pairs that connect at once: more would only wait in the kernel. */
const PAIRS_AT_ONCE = 100;

/** Connects both members of each pair and returns the traffic between them. `text` is the text of every message. */
export async function openTraffic(
  pairs: readonly (readonly [Participant, Participant])[],
  text: string,
): Promise<Traffic> {
  const traffic = new PairTraffic(text);
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    const some = pairs.slice(first, first + PAIRS_AT_ONCE);
    await Promise.all(some.flatMap(([a, b]) => [traffic.connect(a, b.id), traffic.connect(b, a.id)]));
  }
  return traffic;
}

class PairTraffic implements Traffic {
  readonly #text: string;
  readonly #devices: Device[] = [];
  readonly #sent = new Map<string, Sent>();
  #outcome = emptyOutcome();
  #lastAnswerAt = 0;
  #lastDueAt = 0;

  constructor(text: string) {
    this.#text = text;
  }

  async connect(participant: Participant, peer: string): Promise<void> {
    const device: Device = {
      member: participant.id,
      peer,
      socket: undefined,
      nextAck: 0,
      sentCount: 0,
      byAck: new Map(),
      newestReceived: -1,
      onAck: () => {},
      lastAccepted: undefined,
    };
    // Keeps the order of the pairs, since it decides which member sends next.
    this.#devices.push(device);
    device.socket = await enterWire(participant.endpoint, (payload) =>
      this.#onMessage(device, payload.toString('latin1')),
    );
  }

  async closedLoop(forMs: number): Promise<Outcome> {
    const startedAt = performance.now();
    const until = startedAt + forMs;
    for (const device of this.#devices) {
      device.onAck = () => {
        const now = performance.now();
        if (now < until) this.#send(device, now);
      };
      this.#send(device, performance.now());
    }
    await later(forMs);
    return this.#finish(startedAt);
  }

  async openLoop(perSecond: number, forMs: number): Promise<Outcome> {
    for (const device of this.#devices) device.onAck = () => {};
    const startedAt = performance.now();
    const total = Math.round((perSecond * forMs) / 1_000);
    const dueAt = (index: number) => startedAt + (index * 1_000) / perSecond;
    for (let next = 0; next < total; await later(1)) {
      const now = performance.now();
      for (; next < total && dueAt(next) <= now; next += 1) {
        this.#outcome.lateMs.push(now - dueAt(next));
        this.#send(this.#devices[memberIndexOf(next, this.#devices.length)] as Device, dueAt(next));
      }
    }
    return this.#finish(startedAt);
  }

  close(): void {
    for (const device of this.#devices) device.socket?.close();
  }

  #send(device: Device, at: number): void {
    const clientId = randomUUID();
    const order = device.sentCount++;
    const message: Sent = { clientId, at, order, acked: false, receivedAs: undefined, again: false };
    this.#sent.set(clientId, message);
    this.#lastDueAt = at;
    this.#outcome.sent += 1;
    this.#offer(device, message);
  }

  #offer(device: Device, message: Sent): void {
    const ack = device.nextAck++;
    device.byAck.set(ack, message);
    const input = { clientId: message.clientId, profile: device.peer, text: this.#text, credits: 1 };
    device.socket?.write(textFrame(eventFrame(ack, messageSend.name, input)));
  }

  #offerAgain(device: Device, message: Sent): void {
    message.again = true;
    this.#outcome.putOff += 1;
    setTimeout(() => {
      if (this.#sent.has(message.clientId)) this.#offer(device, message);
    }, AGAIN_MS);
  }

  #onMessage(device: Device, frame: string): void {
    if (frame.startsWith('43')) this.#onAck(device, frame);
    else if (frame.startsWith(CREATED)) this.#onCreated(device, frame);
  }

  #onAck(device: Device, frame: string): void {
    const id = Number.parseInt(frame.slice(2, 12), 10);
    const mine = device.byAck.get(id);
    device.byAck.delete(id);
    if (!mine) return;
    this.#lastAnswerAt = performance.now();
    if (frame.includes(PUT_OFF)) return this.#offerAgain(device, mine);
    if (frame.includes('"ok":true')) {
      mine.acked = true;
      device.lastAccepted = mine.clientId;
      this.#outcome.acked += 1;
      this.#outcome.ackMs.push(this.#lastAnswerAt - mine.at);
    } else this.#outcome.refused += 1;
    device.onAck();
  }

  #onCreated(device: Device, frame: string): void {
    // The sender's own frame carries the remaining credits: an echo for its other devices.
    if (frame.includes('"credits":')) return;
    const message = this.#sent.get(valueAfter(frame, '"clientId":"', 36));
    if (!message) return;
    this.#lastAnswerAt = performance.now();
    const seq = Number.parseInt(valueAfter(frame, '"seq":', 12), 10);
    if (message.receivedAs !== undefined) {
      // A retry may announce the same row again, since the gateway of the first try may have died.
      if (!message.again || message.receivedAs !== seq) this.#outcome.duplicates += 1;
      return;
    }
    message.receivedAs = seq;
    this.#outcome.delivered += 1;
    this.#outcome.deliveryMs.push(this.#lastAnswerAt - message.at);
    this.#outcome.dueAt.push(message.at);
    if (message.order > device.newestReceived) device.newestReceived = message.order;
    else if (!message.again) this.#outcome.reordered += 1;
  }

  /** Waits for pending messages, then returns the outcome and starts a new one. */
  async #finish(startedAt: number): Promise<Outcome> {
    const deadline = performance.now() + TIMEOUT_MS;
    const isAnswered = ({ acked, refused, sent }: Outcome) => acked + refused === sent;
    const isReceived = () =>
      [...this.#sent.values()].every(({ acked, receivedAs }) => receivedAs !== undefined || !acked);
    while (!(isAnswered(this.#outcome) && isReceived()) && performance.now() < deadline) await later(5);
    const done = this.#outcome;
    this.#outcome = emptyOutcome();
    done.tookMs = this.#lastAnswerAt - startedAt;
    done.dueForMs = this.#lastDueAt - startedAt;
    done.missing = done.sent - done.acked - done.refused;
    for (const message of this.#sent.values())
      if (message.acked && message.receivedAs === undefined) done.missing += 1;
    this.#sent.clear();
    for (const device of this.#devices) {
      device.byAck.clear();
      if (device.lastAccepted) done.lastKeys.push(`${device.member}:${device.lastAccepted}`);
      device.lastAccepted = undefined;
    }
    return done;
  }
}

const PUT_OFF = `"code":"${NOT_NOW}"`;
const CREATED = `42["${messageCreated.name}"`;

function valueAfter(frame: string, mark: string, length: number): string {
  const start = frame.indexOf(mark) + mark.length;
  return frame.slice(start, start + length);
}

function emptyOutcome(): Outcome {
  return {
    sent: 0,
    acked: 0,
    delivered: 0,
    refused: 0,
    putOff: 0,
    missing: 0,
    duplicates: 0,
    reordered: 0,
    ackMs: [],
    deliveryMs: [],
    dueAt: [],
    tookMs: 0,
    dueForMs: 0,
    lateMs: [],
    lastKeys: [],
  };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
