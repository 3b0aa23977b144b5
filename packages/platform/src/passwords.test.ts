import argon2 from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords, PasswordsBusy } from './passwords.ts';

describe('passwords', () => {
  it('hashes with argon2id at the agreed cost and with a fresh salt', async () => {
    const passwords = createPasswords();
    const [one, other] = await Promise.all([
      passwords.hash('mauve tractor'),
      passwords.hash('mauve tractor'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.verify(one, 'mauve tractor')).toBe(true);
    for (const wrong of ['mauve tractor ', 'Mauve tractor', '']) {
      expect(await passwords.verify(one, wrong)).toBe(false);
    }
  });

  it('takes equally long for an unknown address, and never accepts', async () => {
    const passwords = createPasswords();
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
    const hash = await passwords.hash('mauve tractor');
    const time = async (stored: string | undefined) => {
      const started = performance.now();
      await passwords.verify(stored, 'wrong');
      return performance.now() - started;
    };
    // Alternates the two and compares their fastest runs. Other load only adds time, so a busy machine needs more
    // rounds.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const ratio = () => Math.max(known, unknown) / Math.min(known, unknown);
    for (let n = 0; n < 12 || (n < 100 && ratio() >= 2); n += 1) {
      known = Math.min(known, await time(hash));
      unknown = Math.min(unknown, await time(undefined));
    }
    expect(ratio()).toBeLessThan(2);
  });

  const COMPOSED = 'Za\u017c\u00f3\u0142\u0107-g\u0119\u015bl\u0105-7';
  const APART = COMPOSED.normalize('NFD');

  it('accepts either Unicode form, and hashes the composed one', async () => {
    const passwords = createPasswords();
    for (const typed of [COMPOSED, APART]) {
      const stored = await passwords.hash(typed);
      expect(await argon2.verify(stored, COMPOSED)).toBe(true);
      for (const again of [COMPOSED, APART]) expect(await passwords.verify(stored, again)).toBe(true);
      expect(await passwords.verify(stored, `${typed}!`)).toBe(false);
    }
  });

  it.each([
    ['apart', APART],
    ['partly apart', `${APART.slice(0, 4)}${APART.slice(4).normalize('NFC')}`],
  ])('accepts a password hashed %s as typed, and rewrites its hash once', async (_, old) => {
    const passwords = createPasswords();
    const before = await argon2.hash(old);
    const fresh: string[] = [];
    const rewrite = async (hash: string) => fresh.push(hash);
    const check = (stored: string, typed: string) =>
      passwords.inPlace((checked) => checked(stored, typed, rewrite));
    expect(await check(before, `${old}!`)).toBe(false);
    expect(fresh).toEqual([]);
    expect(await check(before, old)).toBe(true);
    expect(fresh).toHaveLength(1);
    expect(await argon2.verify(fresh[0] ?? '', COMPOSED)).toBe(true);
    for (const typed of [old, COMPOSED]) expect(await check(fresh[0] ?? '', typed)).toBe(true);
    expect(fresh).toHaveLength(1);
  });

  it('accepts a composed password against an old hash of its decomposed form', async () => {
    const before = await argon2.hash(APART);
    expect(await createPasswords().verify(before, COMPOSED)).toBe(true);
  });

  it('queues checks, and refuses when too many wait', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => passwords.hash('mauve tractor')),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]?.reason).toBeInstanceOf(PasswordsBusy);
    expect(await passwords.hash('mauve tractor')).toContain('$argon2id$');
  });

  it('rests between queued checks, and not when the queue is empty', async () => {
    const rested = Promise.withResolvers<void>();
    const rests: number[] = [];
    const passwords = createPasswords({
      atOnce: 1,
      rest: (ms) => {
        rests.push(ms);
        return rested.promise;
      },
    });
    await passwords.hash('mauve tractor');
    expect(rests).toEqual([]);
    const done: string[] = [];
    const first = passwords.hash('mauve tractor').then(() => done.push('first'));
    const second = passwords.hash('mauve tractor').then(() => done.push('second'));
    await first;
    // The rest lasts as long as the work took, and no other check starts during it.
    expect(rests).toEqual([expect.toSatisfy((ms: number) => ms > 0)]);
    const others = createPasswords();
    await others.hash('mauve tractor');
    await others.hash('mauve tractor');
    expect(done).toEqual(['first']);
    rested.resolve();
    await second;
    expect(rests).toHaveLength(1);
  });

  it('checks inside a login slot, and refuses before any work when none is free', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 1 });
    const hash = await passwords.hash('mauve tractor');
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    let begun = 0;
    const logins = Array.from({ length: 4 }, () =>
      passwords.inPlace(async (check) => {
        begun += 1;
        await mayGoOn;
        return check(hash, 'mauve tractor');
      }),
    );
    await Promise.all(logins.slice(2).map((login) => expect(login).rejects.toThrow(PasswordsBusy)));
    await expect(passwords.hash('mauve tractor')).rejects.toThrow(PasswordsBusy);
    expect(begun).toBe(2);
    goOn();
    expect(await Promise.all(logins.slice(0, 2))).toEqual([true, true]);
    expect(await passwords.verify(hash, 'mauve tractor')).toBe(true);
  });
});
