import type { ErrorCode, Result, SendInput, SendOutput } from '@heartline/contracts';
import { SendBroken } from './send-ended.ts';

/** The two ways to the server, and the state of the live connection. */
export interface Transport {
  isLive(): boolean;
  /** Both throw if no answer came. */
  overSocket(input: SendInput): Promise<Result<SendOutput>>;
  overHttp(input: SendInput): Promise<Result<SendOutput>>;
}

/** Tries that may close the live connection before the message is sent over HTTP. */
const SOCKET_TRIES = 2;
/** Tries on both ways that break because of the message before it fails. */
const MOST_BROKEN = 4;
/** INTERNAL answers before the message fails, after about a minute and a half. */
export const MOST_FAULTS = 7;

/**
 * Sends over the live connection, or over HTTP without one. Both ways give the same answer to the same key.
 *
 * | While this message is sent | Then |
 * |---|---|
 * | the connection closes twice | it is sent over HTTP, which can report what is wrong with it |
 * | HTTP gives no answer twice, while the connection works | SendBroken |
 * | the server fails repeatedly | SendBroken |
 *
 * A bad connection does not count: for HTTP the connection must work before and after the request.
 * @throws {SendBroken} if this message causes the failures, so that it does not block others.
 */
export function createTwoWays(transport: Transport): (input: SendInput) => Promise<Result<SendOutput>> {
  const broken = new Map<string, number>();
  const faults = new Map<string, number>();
  /** Counts one more failure, and throws at the last one. */
  const count = (counts: Map<string, number>, key: string, most: number, code: ErrorCode) => {
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    if (times < most) return;
    counts.delete(key);
    throw new SendBroken(code);
  };

  return async (input) => {
    const { clientId } = input;
    const wasLive = transport.isLive();
    const isOverSocket = wasLive && (broken.get(clientId) ?? 0) < SOCKET_TRIES;
    let result: Result<SendOutput>;
    try {
      result = await (isOverSocket ? transport.overSocket(input) : transport.overHttp(input));
    } catch (error) {
      if (wasLive && transport.isLive() !== isOverSocket) count(broken, clientId, MOST_BROKEN, 'UNAVAILABLE');
      throw error;
    }
    broken.delete(clientId);
    if (!result.ok && result.refusal.code === 'INTERNAL') count(faults, clientId, MOST_FAULTS, 'INTERNAL');
    else faults.delete(clientId);
    return result;
  };
}
