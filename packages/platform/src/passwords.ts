import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify: Check;
  /**
   * Does a login in a place of its own, or rejects with `PasswordsBusy` at once when all are taken: who is turned away
   * in a flood has cost nothing yet, and who is let in will be heard. `check` is `verify` from that place.
   */
  inPlace<T>(login: (check: Check) => Promise<T>): Promise<T>;
}

/**
 * Whether the password belongs to the hash; without a hash it works just as long and answers false. A hash that was made
 * of another Unicode form is right too: `rewrite` is then given the one to store in its place.
 */
export type Check = (
  storedHash: string | undefined,
  password: string,
  rewrite?: (freshHash: string) => Promise<unknown>,
) => Promise<boolean>;

/** Too many wait for their password to be checked: trying again later helps. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

/** argon2id, the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of the cores, and in a flood half of their time: the rest goes on serving those who are logged in. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** One to two seconds of waiting. */
const WAITING = 40 * AT_ONCE;

/**
 * Hashing is meant to be slow, so at most `atOnce` run and at most `waiting` wait: a flood of log-ins then costs
 * those who log in time, and nobody else. Beyond that it rejects with `PasswordsBusy`. `rest` passes milliseconds
 * between two that wait.
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

  /** The turn goes on after a rest as long as the work took; it is handed on, so nobody slips in between. */
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
 * What a password may have been hashed as: in composed form, as all are now; before that as it was typed, and one that is
 * typed composed here may have been typed apart on another keyboard. Most passwords have one form only.
 */
function formsOf(password: string): [string, ...string[]] {
  const composed = password.normalize('NFC');
  const other = composed === password ? password.normalize('NFD') : password;
  return other === composed ? [composed] : [composed, other];
}
