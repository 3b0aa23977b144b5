import http from 'k6/http';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { createClientIds } from '../client-id.ts';
import { ENTER, jsonFrame, numberOf, PONG, parseFrame, SOCKET_PATH, stringOf } from '../frames.ts';
import type { HeardMessage, Tally } from '../tally.ts';
import { clock, counters, trends } from './metrics.ts';
import { world } from './settings.ts';
import type { Member } from './sign-in.ts';

/** How long a member's device waits before it returns after a cut: nobody comes at the same moment. */
const RETURN_MS = { least: 100, most: 2_000 };
/** And before it asks again for what the house cannot do just now. */
const AGAIN_MS = 500;
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';

interface Waiting {
  /** Called with the answer, as JSON. */
  answer(json: string): void;
  /** What to send again after a cut; nothing for what nobody misses. */
  message?: Message;
}

/** A message as it is sent, and sent again. */
interface Message {
  clientId: string;
  json: string;
}

const makeClientId = createClientIds();

/**
 * One member's device. It sends what it is told, answers heartbeats, and after a cut returns through another gateway,
 * fetches what it missed and sends again what was not answered or put off, under the same keys: what the web app does.
 */
export class MemberSocket {
  readonly #member: Member;
  readonly #tally: Tally;
  readonly #onEntered: (isFirst: boolean) => void;
  /** What everybody writes to the other one of the pair, as JSON without its beginning. */
  readonly #content: string;
  #socket!: WebSocket;
  #isOpen = false;
  #isOver = false;
  #entries = 0;
  #gateway: number;
  #next = 0;
  #order = 0;
  #conversation: { id: string; seq: number } | undefined;
  /** The highest row known, by conversation. */
  readonly #highest = new Map<string, number>();
  readonly #waiting = new Map<number, Waiting>();

  constructor(member: Member, tally: Tally, onEntered: (isFirst: boolean) => void) {
    this.#member = member;
    this.#tally = tally;
    this.#onEntered = onEntered;
    this.#content = JSON.stringify({ profile: member.peer, text: TEXT, credits: 1 }).slice(1);
    this.#gateway = world.gateways.findIndex(({ origin }) => origin === member.origin);
    this.#connect(clock());
  }

  /** Writes to the other one of the pair; `dueAt` is when that was due, by `clock`. */
  send(dueAt: number): void {
    const clientId = makeClientId();
    this.#tally.sent(clientId, dueAt, this.#order++);
    this.#offer({ clientId, json: `{"clientId":"${clientId}",${this.#content}` });
  }

  #offer(message: Message): void {
    const answer = (json: string) => {
      const refusal = refusalIn(json);
      if (refusal !== NOT_NOW) return this.#tally.ack(message.clientId, refusal);
      counters.putOff.add(1);
      this.#tally.sentAgain(message.clientId);
      setTimeout(() => {
        if (!this.#isOver) this.#offer(message);
      }, AGAIN_MS);
    };
    this.#ask(world.names.messageSend, message.json, { answer, message });
  }

  /** Moves the read mark to the newest message heard. */
  read(dueAt: number): void {
    if (!this.#conversation) return;
    const { id: conversation, seq } = this.#conversation;
    const answer = () => trends.read.add(clock() - dueAt);
    this.#ask(world.names.conversationRead, JSON.stringify({ conversation, seq }), { answer });
  }

  /** Says that the member is typing, where the house has such an event. */
  type(dueAt: number): void {
    if (!this.#conversation || !world.names.typing) return;
    const { id: conversation } = this.#conversation;
    const answer = () => trends.typing.add(clock() - dueAt);
    this.#ask(world.names.typing, JSON.stringify({ conversation }), { answer });
  }

  /** Asks for what was not told: after a cut, and by and by, as the web app does. */
  async fetch(): Promise<void> {
    await Promise.all([...this.#highest].map(([id, seq]) => this.#fetchAfter(id, seq)));
  }

  close(): void {
    this.#isOver = true;
    this.#socket.close();
  }

  #ask(name: string, json: string, waiting: Waiting): void {
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    if (this.#isOpen) this.#socket.send(jsonFrame(id, name, json));
  }

  #connect(since: number): void {
    const { origin } = world.gateways[this.#gateway] as { origin: string };
    const headers = { Cookie: this.#member.cookie, Origin: origin };
    this.#socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, null, { headers });
    this.#socket.onmessage = (event) => this.#onMessage(event?.data as string, since);
    this.#socket.onclose = () => this.#onCut();
    // A refused connection is followed by `close`, which tries again.
    this.#socket.onerror = () => {};
  }

  #onMessage(text: string, since: number): void {
    const frame = parseFrame(text);
    if (frame.type === 'open') this.#socket.send(ENTER);
    else if (frame.type === 'ping') this.#socket.send(PONG);
    else if (frame.type === 'ack') this.#onAck(frame.id, frame.json);
    else if (frame.type === 'entered') this.#enter(since);
    else if (frame.type === 'refused') counters.refused.add(1, { code: frame.message });
    else if (frame.type === 'event' && frame.name === world.names.messageCreated)
      this.#onMessageCreated(messageIn(frame.json));
  }

  /** A number higher than the next one: something between was not told of, and is fetched. */
  #onMessageCreated(message: HeardMessage): void {
    const known = this.#highest.get(message.conversation);
    this.#conversation = { id: message.conversation, seq: message.seq };
    this.#note(message);
    this.#tally.event(this.#member.id, message);
    if (known === undefined || message.seq <= known + 1) return;
    counters.gaps.add(1);
    void this.#fetchAfter(message.conversation, known);
  }

  #note({ conversation, seq }: HeardMessage): void {
    this.#highest.set(conversation, Math.max(seq, this.#highest.get(conversation) ?? 0));
  }

  #onAck(id: number, json: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answer(json);
  }

  #enter(since: number): void {
    this.#isOpen = true;
    this.#entries += 1;
    const isFirst = this.#entries === 1;
    this.#sendWaiting(isFirst);
    if (isFirst) trends.connect.add(clock() - since);
    else this.#resume(since);
    this.#onEntered(isFirst);
  }

  #onCut(): void {
    if (this.#isOver) return;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    const since = clock();
    if (wasOpen) this.#tally.reconnected(this.#member.id);
    this.#gateway = (this.#gateway + 1) % world.gateways.length;
    const waitMs = RETURN_MS.least + Math.random() * (RETURN_MS.most - RETURN_MS.least);
    setTimeout(() => {
      if (!this.#isOver) this.#connect(since);
    }, waitMs);
  }

  /** Sends in order what was due before the door opened, or was not answered before a cut. */
  #sendWaiting(isFirst: boolean): void {
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of unanswered) {
      if (!waiting.message) continue;
      if (!isFirst) this.#tally.sentAgain(waiting.message.clientId);
      this.#ask(world.names.messageSend, waiting.message.json, waiting);
    }
  }

  #resume(since: number): void {
    counters.reconnected.add(1);
    // Nothing is thrown: what could not be fetched is missing in the end, and fails the run.
    void this.fetch().then(() => trends.resync.add(clock() - since));
  }

  async #fetchAfter(conversation: string, after: number): Promise<void> {
    const { origin } = world.gateways[this.#gateway] as { origin: string };
    const url = `${origin}${world.names.messages}?conversation=${conversation}&after=${after}&limit=100`;
    const response = await http.asyncRequest('GET', url, null, {
      headers: { Cookie: this.#member.cookie },
      jar: new http.CookieJar(),
      tags: { name: 'messages after a cut' },
    });
    if (response.status !== 200) {
      setTimeout(() => {
        if (!this.#isOver) void this.#fetchAfter(conversation, after);
      }, AGAIN_MS);
      return;
    }
    const { messages } = response.json() as unknown as { messages: HeardMessage[] };
    for (const message of messages) {
      this.#note(message);
      this.#tally.fetched(this.#member.id, message);
    }
    const last = messages.at(-1);
    if (last && messages.length === 100) await this.#fetchAfter(conversation, last.seq);
  }
}

/** “Not now” is no refusal: the same message under the same key is taken later. */
const NOT_NOW = 'UNAVAILABLE';

const codeIn = stringOf('code');

/** The code of an answer that refuses. */
function refusalIn(json: string): string | undefined {
  return json.startsWith('{"ok":true') ? undefined : codeIn(json) || 'UNKNOWN';
}

const [conversationIn, seqIn] = [stringOf('conversation'), numberOf('seq')];
const [senderIn, clientIdIn] = [stringOf('sender'), stringOf('clientId')];

/** The fields stand before the text and before whatever it quotes. */
function messageIn(json: string): HeardMessage {
  return {
    conversation: conversationIn(json),
    seq: seqIn(json),
    sender: senderIn(json),
    clientId: clientIdIn(json),
  };
}
