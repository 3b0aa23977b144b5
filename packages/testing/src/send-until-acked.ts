import { setTimeout as sleep } from 'node:timers/promises';
import { messageSend, postMessage, type SendInput, type SendOutput } from '@heartline/contracts';
import { type HttpClient, Refused } from './http-client.ts';
import type { LiveDevice } from './live-device.ts';

/** One try of a send: its result, and its duration. `UNREACHED`: no answer. */
export interface SendTry {
  outcome: string;
  ms: number;
}

export type SendOnce = (input: SendInput) => Promise<{ value: SendOutput } | { refused: string }>;

/** Sends over the socket of a device. */
export function sendBySocket(device: LiveDevice): SendOnce {
  return async (input) => {
    const answer = await device.send(messageSend, input);
    return answer.ok ? { value: answer.value } : { refused: answer.refusal.code };
  };
}

/** Sends over HTTP. */
export function sendByHttp(http: HttpClient): SendOnce {
  return async (input) => {
    try {
      return { value: await http.callOnce(postMessage, input) };
    } catch (error) {
      if (error instanceof Refused) return { refused: error.error.code };
      throw error;
    }
  };
}

const AGAIN_MS = 250;
/** Answers after which the outbox tries again under the same key. Every other refusal ends the send. */
const NOT_NOW: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'UNREACHED', 'INTERNAL']);

/**
 * Sends one message as the web app's outbox does: it repeats under the same key until there is an answer. An expired
 * key is replaced by `<clientId>.2`. Rejects when the message is refused for good, or not acked within `withinMs`.
 */
export async function sendUntilAcked(
  send: SendOnce,
  input: SendInput,
  options: { tries?: SendTry[]; withinMs?: number } = {},
): Promise<SendOutput> {
  const { tries = [], withinMs = 40_000 } = options;
  const deadline = performance.now() + withinMs;
  let current = input;
  while (performance.now() < deadline) {
    const before = performance.now();
    const answer = await send(current).catch(() => ({ refused: 'UNREACHED' }));
    const outcome = 'value' in answer ? 'OK' : answer.refused;
    tries.push({ outcome, ms: performance.now() - before });
    if ('value' in answer) return answer.value;
    if (outcome === 'SEND_EXPIRED') current = { ...input, clientId: `${input.clientId}.2` };
    else if (NOT_NOW.has(outcome)) await sleep(AGAIN_MS);
    else throw new Error(`the send was refused: ${outcome}`);
  }
  throw new Error(`not acked within ${withinMs} ms: ${tries.map((one) => one.outcome).join(', ')}`);
}
