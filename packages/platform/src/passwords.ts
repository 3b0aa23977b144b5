import { availableParallelism } from 'node:os';
import { createThread, type Thread } from './thread.ts';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash. Without a hash it works just as long and answers false. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
  /**
   * Throws `PasswordsBusy` when no more may wait. Asked before anything else is done for a login, so that those who
   * are turned away in a flood cost nothing.
   */
  admit(): void;
}

/** Too many wait for their password to be checked: trying again later helps. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

/** What goes to a thread: a password to check against `hash`, answered with a boolean, or without one to hash. */
export interface PasswordQuestion {
  hash?: string;
  password: string;
}

/** Half of the cores: the other half goes on serving those who are logged in. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** About a second of waiting. */
const WAITING = 40 * AT_ONCE;

/** Of random bytes that were thrown away, at the same cost: what is checked for an address nobody has. */
const HASH_OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$1Ka2cKCtrFVs8+oOc2v7MQ$GGg3lVLCqwi4SavmNK3sLiQt29l9AI25ct3bXjH64ac';

type PasswordThread = Thread<PasswordQuestion, string | boolean>;

/**
 * Hashing is meant to be slow, so at most `atOnce` run and at most `waiting` wait: a flood of log-ins then costs
 * those who log in time, and nobody else. Beyond that it rejects with `PasswordsBusy`. Each of the `atOnce` is a thread
 * that stands back behind whatever else the machine has to do.
 */
export function createPasswords(options: { atOnce?: number; waiting?: number } = {}): Passwords {
  const { atOnce = AT_ONCE, waiting = WAITING } = options;
  const entry = new URL('./passwords-thread.ts', import.meta.url);
  const free = Array.from({ length: atOnce }, (): PasswordThread => createThread(entry));
  const queue: ((thread: PasswordThread) => void)[] = [];

  function admit(): void {
    if (free.length === 0 && queue.length >= waiting) {
      throw new PasswordsBusy('too many passwords wait to be checked');
    }
  }

  async function inTurn(question: PasswordQuestion): Promise<string | boolean> {
    admit();
    const thread = free.pop() ?? (await new Promise<PasswordThread>((resolve) => queue.push(resolve)));
    try {
      return await thread.ask(question);
    } finally {
      // The thread is handed on, so nobody slips in between.
      const next = queue.shift();
      if (next) next(thread);
      else free.push(thread);
    }
  }

  return {
    admit,
    hash: async (password) => String(await inTurn({ password })),
    async verify(storedHash, password) {
      const matches = await inTurn({ hash: storedHash ?? HASH_OF_NOBODY, password });
      return matches === true && storedHash !== undefined;
    },
  };
}
