import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify: Check;
  /**
   * Reserves one of the bounded login slots and runs `login` in it. Rejects with `PasswordsBusy` before any other work
   * when all slots are taken, so a refused login costs nothing. `check` is `verify` inside that slot.
   */
  inPlace<T>(login: (check: Check) => Promise<T>): Promise<T>;
}

/**
 * Checks a password against its hash. Without a hash it takes equally long and answers false, so timing does not reveal
 * which addresses exist. If the hash was made from another Unicode form, `rewrite` receives a new hash to store.
 */
export type Check = (
  storedHash: string | undefined,
  password: string,
  rewrite?: (freshHash: string) => Promise<unknown>,
) => Promise<boolean>;

/** Too many passwords wait to be checked. A later retry may succeed. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

/** argon2id, the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of the cores, and under a flood half of their time: the rest serves members who are logged in. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** One to two seconds of waiting. */
const WAITING = 40 * AT_ONCE;

/**
 * Runs at most `atOnce` slow hashes and queues at most `waiting` more, so a flood of log-ins slows down log-ins only.
 * Beyond that it rejects with `PasswordsBusy`. `rest` sleeps for the given milliseconds before the next queued hash.
 */
export function createPasswords(
  options: { atOnce?: number; waiting?: number; rest?: (ms: number) => Promise<unknown> } = {},
): Passwords {
  const { atOnce = AT_ONCE, waiting = WAITING, rest = sleep } = options;
  const queue: (() => void)[] = [];
  let running = 0;
  let taken = 0;

  async function inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (taken >= atOnce + waiting) throw new PasswordsBusy('too many passwords wait to be checked');
    taken += 1;
    try {
      return await work();
    } finally {
      taken -= 1;
    }
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      handOn(performance.now() - startedAt);
    }
  }

  /**
   * Passes the slot to the next in the queue, after a rest as long as the work took. The slot stays taken meanwhile.
   */
  function handOn(tookMs: number): void {
    if (queue.length === 0) running -= 1;
    else void rest(tookMs).then(() => queue.shift()?.());
  }

  const nobody = hash('nobody has this password', COST);
  nobody.catch(() => undefined);
  const hashInTurn = (password: string) => inTurn(() => hash(password.normalize('NFC'), COST));
  const check: Check = async (storedHash, password, rewrite) => {
    const against = storedHash ?? (await nobody);
    const [form, ...older] = formsOf(password);
    if (await inTurn(() => verify(against, form))) return storedHash !== undefined;
    for (const old of older) {
      if (!(await inTurn(() => verify(against, old)))) continue;
      await rewrite?.(await hashInTurn(password));
      return true;
    }
    return false;
  };
  return {
    hash: (password) => inPlace(() => hashInTurn(password)),
    verify: (storedHash, password) => inPlace(() => check(storedHash, password)),
    inPlace: (login) => inPlace(() => login(check)),
  };
}

/**
 * The Unicode forms that may have been hashed, the current composed form first. Older hashes were made of the password
 * as typed, and another keyboard may have typed it decomposed. Most passwords have one form only.
 */
function formsOf(password: string): [string, ...string[]] {
  const composed = password.normalize('NFC');
  const other = composed === password ? password.normalize('NFD') : password;
  return other === composed ? [composed] : [composed, other];
}
