import type { Frame } from './frames.ts';

/** What became of one message, by the clock of the generator. */
export interface SentMessage {
  /** When it was due, not when it left: a late generator or a full socket counts against the system. */
  dueAt: number;
  order: number;
  acked: boolean;
  delivered: boolean;
}

/** What both ends of the sockets report, and the scenario turns into metrics. */
export interface Findings {
  acked(ms: number): void;
  refused(code: string): void;
  delivered(ms: number): void;
  duplicate(): void;
  outOfOrder(): void;
}

/**
 * The messages between the members of one generator: who sent what when, and whether it arrived once and in order.
 * Knows no sockets, so that k6 and Node use the same.
 */
export function createTally(findings: Findings, now: () => number, messageCreated: string) {
  const sent = new Map<string, SentMessage>();
  /** Order of the newest message heard, by conversation and receiver. */
  const heard = new Map<string, number>();
  const seqs = new Map<string, Set<number>>();

  return {
    sent(clientId: string, dueAt: number, order: number): void {
      sent.set(clientId, { dueAt, order, acked: false, delivered: false });
    },
    /** The answer to `clientId`. */
    ack(clientId: string, payload: unknown): void {
      const message = sent.get(clientId);
      const answer = payload as { ok: boolean; refusal?: { code: string } };
      if (!message) return;
      if (!answer.ok) return findings.refused(answer.refusal?.code ?? 'UNKNOWN');
      message.acked = true;
      findings.acked(now() - message.dueAt);
    },
    /** A frame that `receiver` heard; its own messages come back to it and count for the numbering alone. */
    event(receiver: string, frame: Extract<Frame, { type: 'event' }>): void {
      if (frame.name !== messageCreated) return;
      const { message } = frame.payload as {
        message: { clientId: string; conversation: string; seq: number; sender: string };
      };
      const place = `${receiver}:${message.conversation}`;
      const known = seqs.get(place) ?? new Set();
      seqs.set(place, known);
      if (known.has(message.seq)) return findings.duplicate();
      known.add(message.seq);
      const mine = sent.get(message.clientId);
      if (!mine || message.sender === receiver) return;
      mine.delivered = true;
      findings.delivered(now() - mine.dueAt);
      if (mine.order < (heard.get(place) ?? -1)) findings.outOfOrder();
      else heard.set(place, mine.order);
    },
    /** True once every message was acknowledged and heard. */
    isComplete: () => [...sent.values()].every(({ acked, delivered }) => acked && delivered),
    /** Messages without acknowledgement or delivery. */
    missing: () => [...sent.values()].filter(({ acked, delivered }) => !(acked && delivered)).length,
    /** Conversations in which a receiver heard row 5 and 7 but not 6. */
    holes: () =>
      [...seqs.values()].filter((known) => Math.max(...known) - Math.min(...known) + 1 !== known.size).length,
  };
}
