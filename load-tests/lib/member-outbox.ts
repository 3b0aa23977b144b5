import { stringOf } from './frames.ts';
import type { Tally } from './tally.ts';

/** The environment of an outbox: its device. Times are in milliseconds. */
export interface OutboxPorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  isOpen(): boolean;
  /** Frames the device received so far. */
  framesReceived(): number;
  /** Sends a message under `key`. The returned function makes it ignore the answer. */
  send(key: string, onAnswer: (json: string) => void): () => void;
  /** Closes a dead connection: the device reconnects by itself. */
  hangUp(): void;
  note: OutboxNotes;
}

/** Events an outbox reports. The tally gets the messages. */
export interface OutboxNotes {
  /** The gateway answered with this code that it cannot take the message now. */
  putOff(code: string): void;
  /** No answer arrived in time, or before a cut. */
  unanswered(): void;
  /** A message arrived too late and expired: the outbox sends it again under its next key. */
  expired(): void;
}

/** This code is temporary: the gateway takes the same message under the same key later. */
export const NOT_NOW = 'UNAVAILABLE';
/** Temporary refusals: the gateway may take the same request a little later. */
const TRIED_AGAIN: ReadonlySet<string> = new Set([
  NOT_NOW,
  'RATE_LIMITED',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
]);
const EXPIRED = 'SEND_EXPIRED';
/** Timeout for the answer to a message or a call. The gateway says `UNAVAILABLE` in less than half of it. */
export const ANSWER_MS = 10_000;
/** Wait before a retry; it doubles each time. */
const RETRY_MS = { first: 1_000, longest: 30_000 };
/** An expired key has successors `.2` to `.9`. */
const LAST_SUFFIX = 9;

/** A message that is neither accepted nor refused yet. */
interface Message {
  /** Identifies the message in the tally. */
  clientId: string;
  /** Number of keys used so far, the first included. */
  keys: number;
}

/** The one message that is sent and not answered. */
interface UnderWay {
  message: Message;
  sentAt: number;
  /** Frames the device had received when it was sent. */
  receivedBefore: number;
  forget(): void;
}

/**
 * The messages of one member to the peer, sent by the rules of the web app's outbox and live connection:
 *
 *   waiting → sent, once the one before is decided → accepted, or refused for good
 *      ├ temporary refusal, or no answer in 10 s: same key again after 1, 2, 4 … 30 s, or on reconnect
 *      ├ no frame at all within these 10 s: the connection is dead, and the device closes it
 *      └ SEND_EXPIRED: the gateway rejects this key for good, so it goes again as `<key>.2` … `<key>.9`
 */
export class MemberOutbox {
  readonly #tally: Tally;
  readonly #ports: OutboxPorts;
  /** Undecided messages, oldest first. */
  readonly #messages: Message[] = [];
  #underWay: UnderWay | undefined;
  /** Tries in a row that decided nothing. */
  #failures = 0;
  /** Counts waits, so that the timer of an interrupted wait does nothing. */
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

  /** The device is connected: retry now. */
  wake(): void {
    this.#failures = 0;
    this.#isWaiting = false;
    this.#waits += 1;
    this.#sendNext();
  }

  /** The connection was cut. It is unknown whether the message under way arrived. */
  cut(): void {
    if (this.#underWay) this.#leaveUnanswered(this.#underWay);
  }

  stop(): void {
    this.#isOver = true;
  }

  #sendNext(): void {
    const { isOpen, clock, framesReceived, send } = this.#ports;
    const [message] = this.#messages;
    if (!message || this.#isOver || !isOpen() || this.#underWay || this.#isWaiting) return;
    const key = message.keys === 1 ? message.clientId : `${message.clientId}.${message.keys}`;
    const forget = send(key, (json) => this.#onAnswer(message, json));
    this.#underWay = { message, sentAt: clock(), receivedBefore: framesReceived(), forget };
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

  /** Checks after `ms` whether the message under way is answered. Uses one timer at a time, not one per message. */
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
      if (underWay.receivedBefore === this.#ports.framesReceived()) this.#ports.hangUp();
    }, ms);
  }

  /** Marks a message for a retry under the same key, and ignores a late answer. */
  #leaveUnanswered({ message, forget }: UnderWay): void {
    forget();
    this.#underWay = undefined;
    this.#ports.note.unanswered();
    this.#tally.sentAgain(message.clientId);
  }
}

const codeIn = stringOf('code');

/** The code of an answer that refuses; undefined for an acceptance. */
export function refusalIn(json: string): string | undefined {
  return json.startsWith('{"ok":true') ? undefined : codeIn(json) || 'UNKNOWN';
}
