import { createClientIds } from './client-id.ts';
import { ENTER, jsonFrame, numberOf, PONG, parseFrame, stringOf } from './frames.ts';
import type { HeardMessage, Tally } from './tally.ts';
import type { WorldFile } from './world-file.ts';

/** A connection of a device, as far as it is used. */
export interface Line {
  send(frame: string): void;
  close(): void;
}

/** What a device needs of where it runs: k6, or a test. Times are in milliseconds, by one clock of all devices. */
export interface Surroundings {
  names: Pick<WorldFile['names'], 'messageSend' | 'messageCreated' | 'conversationRead' | 'typing'>;
  gateways: number;
  clock(): number;
  later(act: () => void, ms: number): void;
  /** Opens a connection; `onCut` is called once it is closed, and when it could not be opened. */
  connect(member: MemberOfPair, gateway: number, onText: (text: string) => void, onCut: () => void): Line;
  /** A page of the rows after `after`; undefined where the gateway cannot answer now. */
  fetchAfter(
    member: MemberOfPair,
    gateway: number,
    conversation: string,
    after: number,
  ): Promise<{ messages: HeardMessage[]; hasMore: boolean } | undefined>;
  note: Notes;
}

/** What a device tells of itself; the messages are told to the tally. */
export interface Notes {
  /** Let in for the first time, since it asked. */
  entered(ms: number): void;
  /** Let in again after a cut. */
  returned(): void;
  /** Everything missed was fetched, since the cut. */
  resynced(ms: number): void;
  readAcked(ms: number): void;
  typingAcked(ms: number): void;
  putOff(): void;
  /** A later row was heard first, and what was between is fetched. */
  gap(): void;
  notLetIn(reason: string): void;
}

export interface MemberOfPair {
  id: string;
  /** The other one of the pair. */
  peer: string;
  /** Value of the Cookie header. */
  cookie: string;
  /** Index of the gateway that the member enters first. */
  gateway: number;
}

/** How long a member's device waits before it returns after a cut: nobody comes at the same moment. */
const RETURN_MS = { least: 100, most: 2_000 };
/** And before it asks again for what the house cannot do just now. */
export const AGAIN_MS = 500;
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
export class MemberDevice {
  readonly #member: MemberOfPair;
  readonly #tally: Tally;
  readonly #around: Surroundings;
  /** What everybody writes to the other one of the pair, as JSON without its beginning. */
  readonly #content: string;
  #line: Line;
  #isOpen = false;
  #isOver = false;
  #wasOpen = false;
  #gateway: number;
  #next = 0;
  #order = 0;
  #conversation: { id: string; seq: number } | undefined;
  /** The highest row known, by conversation. */
  readonly #highest = new Map<string, number>();
  readonly #waiting = new Map<number, Waiting>();

  constructor(member: MemberOfPair, tally: Tally, around: Surroundings) {
    this.#member = member;
    this.#tally = tally;
    this.#around = around;
    this.#content = JSON.stringify({ profile: member.peer, text: TEXT, credits: 1 }).slice(1);
    this.#gateway = member.gateway;
    this.#line = this.#connect(around.clock());
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
      this.#around.note.putOff();
      this.#tally.sentAgain(message.clientId);
      this.#around.later(() => {
        if (!this.#isOver) this.#offer(message);
      }, AGAIN_MS);
    };
    this.#ask(this.#around.names.messageSend, message.json, { answer, message });
  }

  /** Moves the read mark to the newest message heard. */
  read(dueAt: number): void {
    if (!this.#conversation) return;
    const { id: conversation, seq } = this.#conversation;
    const answer = () => this.#around.note.readAcked(this.#around.clock() - dueAt);
    this.#ask(this.#around.names.conversationRead, JSON.stringify({ conversation, seq }), { answer });
  }

  /** Says that the member is typing, where the house has such an event. */
  type(dueAt: number): void {
    const { typing } = this.#around.names;
    if (!this.#conversation || !typing) return;
    const { id: conversation } = this.#conversation;
    const answer = () => this.#around.note.typingAcked(this.#around.clock() - dueAt);
    this.#ask(typing, JSON.stringify({ conversation }), { answer });
  }

  /** Asks for what was not told: after a cut, and by and by, as the web app does. */
  async fetch(): Promise<void> {
    await Promise.all([...this.#highest].map(([id, seq]) => this.#fetchAfter(id, seq)));
  }

  close(): void {
    this.#isOver = true;
    this.#line.close();
  }

  #ask(name: string, json: string, waiting: Waiting): void {
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    if (this.#isOpen) this.#line.send(jsonFrame(id, name, json));
  }

  #connect(since: number): Line {
    return this.#around.connect(
      this.#member,
      this.#gateway,
      (text) => this.#onMessage(text, since),
      () => this.#onCut(),
    );
  }

  #onMessage(text: string, since: number): void {
    const frame = parseFrame(text);
    if (frame.type === 'open') this.#line.send(ENTER);
    else if (frame.type === 'ping') this.#line.send(PONG);
    else if (frame.type === 'ack') this.#onAck(frame.id, frame.json);
    else if (frame.type === 'entered') this.#enter(since);
    else if (frame.type === 'refused') this.#turnedAway(frame.message);
    else if (frame.type === 'event' && frame.name === this.#around.names.messageCreated)
      this.#onMessageCreated(messageIn(frame.json));
  }

  /** “Not now” at the door is like a cut: the device comes again by itself. */
  #turnedAway(reason: string): void {
    if (reason !== NOT_NOW) return this.#around.note.notLetIn(reason);
    this.#around.note.putOff();
    this.#line.close();
  }

  /** A number higher than the next one: something between was not told of, and is fetched. */
  #onMessageCreated(message: HeardMessage): void {
    const known = this.#highest.get(message.conversation);
    this.#conversation = { id: message.conversation, seq: message.seq };
    this.#note(message);
    this.#tally.event(this.#member.id, message);
    if (known === undefined || message.seq <= known + 1) return;
    this.#around.note.gap();
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
    const { note, clock } = this.#around;
    const isFirst = !this.#wasOpen;
    this.#isOpen = true;
    this.#wasOpen = true;
    if (!isFirst) this.#tally.reconnected(this.#member.id);
    this.#sendWaiting(isFirst);
    if (isFirst) return note.entered(clock() - since);
    note.returned();
    // Nothing is thrown: what could not be fetched is missing in the end, and fails the run.
    void this.fetch().then(() => note.resynced(clock() - since));
  }

  #onCut(): void {
    if (this.#isOver) return;
    const { clock, gateways, later } = this.#around;
    this.#isOpen = false;
    const since = clock();
    this.#gateway = (this.#gateway + 1) % gateways;
    later(
      () => {
        if (!this.#isOver) this.#line = this.#connect(since);
      },
      RETURN_MS.least + Math.random() * (RETURN_MS.most - RETURN_MS.least),
    );
  }

  /** Sends in order what was due before the door opened, or was not answered before a cut. */
  #sendWaiting(isFirst: boolean): void {
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of unanswered) {
      if (!waiting.message) continue;
      if (!isFirst) this.#tally.sentAgain(waiting.message.clientId);
      this.#ask(this.#around.names.messageSend, waiting.message.json, waiting);
    }
  }

  async #fetchAfter(conversation: string, after: number): Promise<void> {
    const page = await this.#around.fetchAfter(this.#member, this.#gateway, conversation, after);
    if (!page) {
      await new Promise<void>((done) => this.#around.later(done, AGAIN_MS));
      return this.#isOver ? undefined : this.#fetchAfter(conversation, after);
    }
    for (const message of page.messages) {
      this.#note(message);
      this.#tally.fetched(this.#member.id, message);
    }
    const last = page.messages.at(-1);
    if (last && page.hasMore) await this.#fetchAfter(conversation, last.seq);
  }
}

/** “Not now” is no refusal: the same message under the same key is taken later. */
export const NOT_NOW = 'UNAVAILABLE';

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
