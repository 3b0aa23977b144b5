import { isDeepStrictEqual } from 'node:util';
import { getMessages, type Message } from '@heartline/contracts';
import type { HttpClient } from './http-client.ts';

/** One side of a conversation: the reading member and their browser. */
export interface Reader {
  id: string;
  name: string;
  http: HttpClient;
}

/** Acknowledged messages, to compare with what both sides can read (M1). */
export interface AckedMessages {
  /** Adds a message to `to` that was acknowledged to `from`. A repeated answer must be the same. */
  add(from: Reader, to: Reader, message: Message): void;
  /** Adds a message whose unsend was acknowledged: no side may see its text. */
  takenBack(message: Message): void;
  count(): number;
  /**
   * Reads both sides of every conversation over HTTP and returns what is wrong; an empty list if all is well. It
   * finds acked messages that are missing or differ, messages without an ack, and sides that differ. Each place must
   * be a message or one of `voids` places given up.
   */
  differences(voids?: number): Promise<string[]>;
}

interface Conversation {
  sides: [Reader, Reader];
  messages: Map<string, Message>;
}

/** Starts a list of acked messages. */
export function recordAcks(): AckedMessages {
  const conversations = new Map<string, Conversation>();
  const contradictions: string[] = [];
  return {
    add(from, to, message) {
      const known = conversations.get(message.conversation) ?? { sides: [from, to], messages: new Map() };
      conversations.set(message.conversation, known);
      const key = keyOf(message);
      const before = known.messages.get(key);
      if (before && !isDeepStrictEqual(before, message))
        contradictions.push(`different acks under one key: ${key}`);
      known.messages.set(key, message);
    },
    takenBack(message) {
      const gone = { ...message, text: '', gone: 'unsent' } as const;
      conversations.get(message.conversation)?.messages.set(keyOf(message), gone);
    },
    count: () => [...conversations.values()].reduce((sum, { messages }) => sum + messages.size, 0),
    async differences(voids = 0) {
      const found = [...contradictions];
      let givenUp = 0;
      for (const [id, { sides, messages }] of conversations) {
        const acked = [...messages.values()].sort((a, b) => a.seq - b.seq);
        for (const reader of sides) {
          const { history, lastSeq } = await historyOf(reader, id);
          found.push(...compare(reader, acked, history));
          if (reader === sides[0]) givenUp += lastSeq - history.length;
        }
      }
      if (givenUp !== voids) found.push(`places given up: ${givenUp}, expected ${voids}`);
      return found;
    },
  };
}

const keyOf = ({ sender, clientId }: Message) => `${sender}:${clientId}`;

function compare(reader: Reader, acked: readonly Message[], history: readonly Message[]): string[] {
  const found: string[] = [];
  const bySeq = new Map(history.map((message) => [message.seq, message]));
  if (bySeq.size !== history.length) found.push(`${reader.name} sees two messages at one place`);
  for (const message of acked) {
    const seen = bySeq.get(message.seq);
    bySeq.delete(message.seq);
    if (!isDeepStrictEqual(seen, message)) {
      found.push(`${reader.name} sees ${JSON.stringify(seen)} where ${JSON.stringify(message)} was acked`);
    }
  }
  for (const message of bySeq.values()) {
    found.push(`${reader.name} sees ${JSON.stringify(message)}, which was never acked`);
  }
  return found;
}

/** Every message of a conversation as one member sees it, oldest first, read page by page. */
export async function historyOf(
  reader: Reader,
  conversation: string,
): Promise<{ history: Message[]; lastSeq: number }> {
  const history: Message[] = [];
  for (let after = 0; ; ) {
    const page = await reader.http.call(getMessages, { conversation, after, limit: 100 });
    history.push(...page.messages);
    after += 100;
    if (after >= page.lastSeq) return { history, lastSeq: page.lastSeq };
  }
}
