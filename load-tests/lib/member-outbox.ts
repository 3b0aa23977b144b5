import { stringOf } from './frames.ts';
import type { Tally } from './tally.ts';

/** What an outbox needs of its device. Times are in milliseconds. */
export interface OutboxPorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  isOpen(): boolean;
  /** Frames the device has heard so far. */
  heard(): number;
  /** Sends a message under `key`. What it answers makes it deaf to the answer. */
  send(key: string, onAnswer: (json: string) => void): () => void;
  /** Ends a line that is dead: the device returns by itself. */
  hangUp(): void;
  note: OutboxNotes;
}

/** What an outbox tells of itself; the messages are told to the tally. */
export interface OutboxNotes {
  /** The house said with this code that it cannot do something just now. */
  putOff(code: string): void;
  /** No answer to a message came in time, or before a cut. */
  unanswered(): void;
  /** A message came too late and was given up: it goes again under its next key. */
  expired(): void;
}

/** “Not now” is no refusal: the same message under the same key is taken later. */
export const NOT_NOW = 'UNAVAILABLE';
/** Refusals of the moment: the same request may be taken a little later. */
const TRIED_AGAIN: ReadonlySet<string> = new Set([
  NOT_NOW,
  'RATE_LIMITED',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
]);
const EXPIRED = 'SEND_EXPIRED';
/** How long an answer may take, to a message or a call: the house says “not now” in less than half of it. */
export const ANSWER_MS = 10_000;
/** The wait before a message is tried again, twice as long each time. */
const RETRY_MS = { first: 1_000, longest: 30_000 };
/** A key that was given up has successors `.2` to `.9`. */
const LAST_SUFFIX = 9;

/** A message that is not decided yet. */
interface Message {
  /** By which the tally knows it. */
  clientId: string;
  /** How many keys it has had, the first one counted. */
  keys: number;
}

/** The one message that was sent and not answered. */
interface UnderWay {
  message: Message;
  sentAt: number;
  /** What the device had heard by then. */
  heard: number;
  forget(): void;
}

/**
 * What one member wrote to the other one of the pair, sent by the rules of the web app's outbox and live connection:
 *
 *   waiting → sent, once the one before it is decided → taken, or refused for good
 *      ├ “not now”, or no answer within 10 s: the same key again after 1 s, 2 s, 4 s … 30 s, or once the device is back
 *      ├ not a word of anything within these 10 s: the line is dead, and the device hangs up
 *      └ SEND_EXPIRED: the house gave this key up, so the message goes again under `<key>.2` … `<key>.9`
 */
export class MemberOutbox {
  readonly #tally: Tally;
  readonly #ports: OutboxPorts;
  /** Not decided, oldest first. */
  readonly #messages: Message[] = [];
  #underWay: UnderWay | undefined;
  /** Tries in a row that decided nothing. */
  #failures = 0;
  /** Counts the waits before another try, so that one that was cut short ends nothing. */
  #waits = 0;
  #isWaiting = false;
  #isWatched = false;
  #isOver = false;

  constructor(tally: Tally, ports: OutboxPorts) {
    this.#tally = tally;
    this.#ports = ports;
  }

  add(clientId: string): void {
    this.#messages.push({ clientId, keys: 1 });
    this.#sendNext();
  }

  /** The device is let in: no waiting for the next try. */
  wake(): void {
    this.#failures = 0;
    this.#isWaiting = false;
    this.#waits += 1;
    this.#sendNext();
  }

  /** The line was cut: whether the message under way arrived is not known. */
  cut(): void {
    if (this.#underWay) this.#leaveUnanswered(this.#underWay);
  }

  stop(): void {
    this.#isOver = true;
  }

  #sendNext(): void {
    const { isOpen, clock, heard: received, send } = this.#ports;
    const [message] = this.#messages;
    if (!message || this.#isOver || !isOpen() || this.#underWay || this.#isWaiting) return;
    const key = message.keys === 1 ? message.clientId : `${message.clientId}.${message.keys}`;
    const forget = send(key, (json) => this.#onAnswer(message, json));
    this.#underWay = { message, sentAt: clock(), heard: received(), forget };
    this.#watch(ANSWER_MS);
  }

  #onAnswer(message: Message, json: string): void {
    this.#underWay = undefined;
    const refusal = refusalIn(json);
    if (refusal !== undefined && TRIED_AGAIN.has(refusal)) {
      this.#ports.note.putOff(refusal);
      this.#tally.sentAgain(message.clientId);
      return this.#sendLater();
    }
    this.#failures = 0;
    if (refusal === EXPIRED && message.keys < LAST_SUFFIX) {
      message.keys += 1;
      this.#ports.note.expired();
    } else {
      this.#messages.shift();
      this.#tally.ack(message.clientId, refusal);
    }
    this.#sendNext();
  }

  #sendLater(): void {
    const ms = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** this.#failures);
    this.#failures += 1;
    this.#isWaiting = true;
    this.#waits += 1;
    const wait = this.#waits;
    this.#ports.later(
      () => {
        if (wait !== this.#waits) return;
        this.#isWaiting = false;
        this.#sendNext();
      },
      ms * (0.75 + Math.random() / 2),
    );
  }

  /** Looks after `ms` whether the message under way is answered: one timer at a time, not one for each message. */
  #watch(ms: number): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#ports.later(() => {
      this.#isWatched = false;
      const underWay = this.#underWay;
      if (!underWay || this.#isOver) return;
      const leftMs = underWay.sentAt + ANSWER_MS - this.#ports.clock();
      if (leftMs > 0) return this.#watch(leftMs);
      this.#leaveUnanswered(underWay);
      this.#sendLater();
      if (underWay.heard === this.#ports.heard()) this.#ports.hangUp();
    }, ms);
  }

  /** The same key goes again, and an answer that comes after all counts no more. */
  #leaveUnanswered({ message, forget }: UnderWay): void {
    forget();
    this.#underWay = undefined;
    this.#ports.note.unanswered();
    this.#tally.sentAgain(message.clientId);
  }
}

const codeIn = stringOf('code');

/** The code of an answer that refuses. */
export function refusalIn(json: string): string | undefined {
  return json.startsWith('{"ok":true') ? undefined : codeIn(json) || 'UNKNOWN';
}
