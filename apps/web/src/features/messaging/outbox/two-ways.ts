import type { ErrorCode, Result, SendInput, SendOutput } from '@heartline/contracts';
import { SendBroken } from './send-ended.ts';

/** What brings one message to the server, and what is known of the live connection. */
export interface Line {
  isLive(): boolean;
  /** Both throw when no answer came. */
  overSocket(input: SendInput): Promise<Result<SendOutput>>;
  overHttp(input: SendInput): Promise<Result<SendOutput>>;
}

/** Tries over the live connection that may end with it before the message goes over HTTP. */
const SOCKET_TRIES = 2;
/** Tries without an answer of their own, over both ways, before the member is told. */
const MOST_BROKEN = 4;
/** Answers INTERNAL before the member is told: after some minute and a half. */
export const MOST_FAULTS = 7;

/**
 * Sends over the live connection, and over HTTP while there is none: both give the same answer to the same key.
 *
 *   the connection ends twice while this message is under way → it goes over HTTP, which can say what is wrong with it
 *   no answer over HTTP either, twice, while the connection stands → SendBroken
 *   the server fails at it again and again → SendBroken
 *
 * A line that is simply bad is not counted: over HTTP the connection must stand before and after.
 *
 * @throws {SendBroken} for a message that keeps failing by itself, so that it holds back no other.
 */
export function createTwoWays(line: Line): (input: SendInput) => Promise<Result<SendOutput>> {
  const broken = new Map<string, number>();
  const faults = new Map<string, number>();
  /** Counts one more, and ends the counting with the member being told. */
  const count = (counts: Map<string, number>, key: string, most: number, code: ErrorCode) => {
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    if (times < most) return;
    counts.delete(key);
    throw new SendBroken(code);
  };

  return async (input) => {
    const { clientId } = input;
    const wasLive = line.isLive();
    const isOverSocket = wasLive && (broken.get(clientId) ?? 0) < SOCKET_TRIES;
    let result: Result<SendOutput>;
    try {
      result = await (isOverSocket ? line.overSocket(input) : line.overHttp(input));
    } catch (error) {
      if (wasLive && line.isLive() !== isOverSocket) count(broken, clientId, MOST_BROKEN, 'UNAVAILABLE');
      throw error;
    }
    broken.delete(clientId);
    if (!result.ok && result.refusal.code === 'INTERNAL') count(faults, clientId, MOST_FAULTS, 'INTERNAL');
    else faults.delete(clientId);
    return result;
  };
}
