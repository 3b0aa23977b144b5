import {
  changeEmail,
  changePassword,
  confirmEmail,
  getSessions,
  getUser,
  requestPasswordReset,
  resetPassword,
  sessionEnded,
} from '@heartline/contracts';
import { connectDevice, type HttpClient, outcomeOf, PASSWORD, refusalOf } from '@heartline/testing';
import { describe, expect, it } from 'vitest';
import { accountsWorld, NEXT } from './accounts-in-test.ts';

describe('passwords over HTTP', () => {
  const { world, people } = accountsWorld({ gateways: 2 });

  describe('a forgotten password', () => {
    it('mails a link, and refuses an unknown address as specified [S7-051 S8-007]', async () => {
      const { id, email } = await people.newcomer();
      expect(await world.browser().call(requestPasswordReset, { email: email.toUpperCase() })).toEqual({
        ok: true,
      });
      expect(await people.secretOf(id, 'password-reset')).toMatch(/^[\w-]{43}$/);
      const unknown = await refusalOf(
        world.browser().call(requestPasswordReset, { email: 'no@mail.example' }),
      );
      expect(unknown).toMatchObject({ status: 404, error: { message: 'E-mail address not found' } });
      for (const email of ['', 'abc', '$ne']) {
        const refused = await refusalOf(world.browser().call(requestPasswordReset, { email }));
        expect(refused.status).toBe(404);
      }
    });

    it('never answers with the secret, and stores only its hash', async () => {
      const { id, email } = await people.newcomer();
      const answer = await world.browser().send('POST', '/api/reset-password.php', JSON.stringify({ email }));
      const secret = await people.secretOf(id, 'password-reset');
      expect(JSON.stringify(answer)).not.toContain(secret);
      const tokens = await world.inside.mongo.connection.collection('tokens').find({ member: id }).toArray();
      expect(JSON.stringify(tokens)).not.toContain(secret);
    });

    it('answers known and unknown addresses after the same time', async () => {
      const { email } = await people.newcomer();
      const took = async (address: string) => {
        const started = performance.now();
        await world
          .browser()
          .call(requestPasswordReset, { email: address })
          .catch(() => undefined);
        return performance.now() - started;
      };
      const known: number[] = [];
      const unknown: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        world.clock.advance(61_000);
        known.push(await took(email));
        unknown.push(await took(`nobody${round}@mail.example`));
      }
      // Both answers wait for the same minimum time, which is longer than the work for a known address.
      for (const ms of [...known, ...unknown]) expect(ms).toBeGreaterThan(240);
      const best = (times: number[]) => Math.min(...times);
      expect(best(known)).toBeLessThan(1.5 * best(unknown));
    });

    it('sets the new password once and ends every session [S2-035]', async () => {
      const { client, id, email } = await people.newcomer();
      const elsewhere = await people.loggedIn(email, PASSWORD, 1);
      await elsewhere.call(getUser, {});
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      expect(await world.browser().call(resetPassword, { token, password: NEXT })).toEqual({ ok: true });
      expect((await refusalOf(client.call(getUser, {}))).loggedOut).toBe(true);
      expect(await people.isOut(elsewhere)).toBe(true);
      expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_FAILED');
      // Also on the node that still caches the account.
      for (const gateway of [0, 1]) {
        const again = await people.loggedIn(email, NEXT, gateway);
        expect((await again.call(getUser, {})).user.email).toBe(email);
      }
      const used = await refusalOf(
        world.browser().call(resetPassword, { token, password: 'other words 12' }),
      );
      expect(used.error).toMatchObject({
        code: 'LINK_EXPIRED',
        message: 'Link expired or invalid, request a new email',
      });
      expect(await people.mailTo(id, 'password-changed')).toMatchObject({ to: null, secret: null });
    });

    it('repeats the answer of a lost reset, ends no session, and allows no guesses', async () => {
      const { id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      const again = (password: string) =>
        outcomeOf(world.browser(1).call(resetPassword, { token, password }));
      expect(await again(NEXT)).toBe('OK');
      const phone = await people.loggedIn(email, NEXT);
      expect(await again(NEXT)).toBe('OK');
      expect((await phone.call(getUser, {})).user.email).toBe(email);
      const notices = { member: id, template: 'password-changed' };
      expect(await people.mails().find(notices).toArray()).toHaveLength(1);
      for (let n = 0; n < 5; n += 1) expect(await again(`a guess of ${n}`)).toBe('LINK_EXPIRED');
      expect(await again(NEXT)).toBe('LINK_EXPIRED');
      await people.loggedIn(email, NEXT);
    });

    it('works once when fifty requests use one link at the same time [F23]', async () => {
      const { id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) =>
          world.browser(n % 2).call(resetPassword, { token, password: `${NEXT} ${n}` }),
        ),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = tries.findIndex(({ status }) => status === 'fulfilled');
      await people.loggedIn(email, `${NEXT} ${winner}`);
      const notices = await people.mails().find({ member: id, template: 'password-changed' }).toArray();
      expect(notices).toHaveLength(1);
    });

    it('keeps every mailed link valid until one of them is used', async () => {
      const { id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      const first = await people.secretOf(id, 'password-reset');
      // One mail a minute, for any number of requests.
      expect(await outcomeOf(world.browser().call(requestPasswordReset, { email }))).toBe('MAILED_RECENTLY');
      expect(await people.mails().find({ member: id, template: 'password-reset' }).toArray()).toHaveLength(1);
      world.clock.advance(61_000);
      await world.browser().call(requestPasswordReset, { email });
      const second = await people.secretOf(id, 'password-reset');
      expect(second).not.toBe(first);
      await world.browser().call(resetPassword, { token: first, password: NEXT });
      const late = await refusalOf(
        world.browser().call(resetPassword, { token: second, password: PASSWORD }),
      );
      expect(late.error.code).toBe('LINK_EXPIRED');
    });

    it('refuses a link that is expired, altered, invented or of another kind', async () => {
      const { id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      const bent = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
      const activation = await people.secretOf((await people.unconfirmed()).id, 'activation');
      for (const wrong of [bent, '', 'x'.repeat(200), activation]) {
        const refused = await refusalOf(
          world.browser().call(resetPassword, { token: wrong, password: NEXT }),
        );
        expect(refused.error.code).toBe('LINK_EXPIRED');
      }
      world.clock.advance(60 * 60_000 + 1_000);
      const old = await refusalOf(world.browser().call(resetPassword, { token, password: NEXT }));
      expect(old.error.code).toBe('LINK_EXPIRED');
    });

    it('refuses a weak password and leaves the link valid [S5-015]', async () => {
      const { id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      const weak = {
        short12: 'PASSWORD_TOO_SHORT',
        password1: 'PASSWORD_TOO_COMMON',
        ['heartline2026']: 'PASSWORD_TOO_COMMON',
        [email]: 'PASSWORD_TOO_COMMON',
        ['é'.repeat(129)]: 'PASSWORD_TOO_LONG',
      };
      for (const [password, fault] of Object.entries(weak)) {
        const refused = await refusalOf(world.browser().call(resetPassword, { token, password }));
        expect([password, refused.error.fields]).toEqual([password, { password: fault }]);
      }
      const exact = `${'🦦'.repeat(64)} \u00a0x`;
      await world.browser().call(resetPassword, { token, password: exact });
      expect(await outcomeOf(people.loggedIn(email, exact.trim().slice(0, -1)))).toBe('LOGIN_FAILED');
      await people.loggedIn(email, exact);
    });

    it('links to the configured address for any host of the request', async () => {
      const { email } = await people.newcomer();
      await world.browser().send('POST', '/api/reset-password.php', JSON.stringify({ email }), {
        'x-forwarded-host': 'evil.example',
      });
      // Mails are built from the configuration alone (account-mail.test.ts). Nothing of the request is stored.
      const rows = await people.mails().find({}).toArray();
      expect(JSON.stringify(rows)).not.toContain('evil.example');
    });

    it('lets the owner in again after strangers caused a lockout', async () => {
      const { id, email } = await people.newcomer();
      for (let n = 0; n < 5; n += 1) await refusalOf(people.loggedIn(email, 'wrong guess'));
      expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_BLOCKED');
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      await world.browser().call(resetPassword, { token, password: NEXT });
      await people.loggedIn(email, NEXT);
    });
  });

  describe('a change of password', () => {
    it('asks for the old password, in the specified words [S5-013 S5-014]', async () => {
      const { client, email } = await people.newcomer();
      const refused = await refusalOf(
        client.call(changePassword, { old_password: 'not this one', password: NEXT }),
      );
      expect(refused).toMatchObject({
        status: 400,
        error: { code: 'OLD_PASSWORD_WRONG', message: 'Please check your old password.' },
      });
      await people.loggedIn(email, PASSWORD);
    });

    it('ends every other session and gives this one a fresh cookie', async () => {
      const { client, email } = await people.newcomer();
      const phone = await people.loggedIn(email, PASSWORD, 1);
      await phone.call(getUser, {});
      const before = client.cookies.get('__Host-session');
      await client.call(changePassword, { old_password: PASSWORD, password: NEXT });
      expect(client.cookies.get('__Host-session')).not.toBe(before);
      expect((await client.call(getUser, {})).user.email).toBe(email);
      expect((await client.call(getSessions, {})).sessions).toHaveLength(1);
      expect(await people.isOut(phone)).toBe(true);
      const stale = world.browser();
      stale.cookies.set('__Host-session', before ?? '');
      // Requests that this browser sent before it had the fresh cookie may still arrive.
      expect(await people.isOut(stale)).toBe(true);
      expect((await client.call(getUser, {})).user.email).toBe(email);
      await people.loggedIn(email, NEXT);
    });

    const underCookieOf = (client: HttpClient, gateway: number) => {
      const tab = world.browser(gateway);
      for (const [name, value] of client.cookies) tab.cookies.set(name, value);
      return tab;
    };
    const change = { old_password: PASSWORD, password: NEXT };

    it('accepts the old cookie until the fresh one is used, on every gateway', async () => {
      const { client, email } = await people.newcomer();
      const tabs = [0, 1].map((gateway) => underCookieOf(client, gateway));
      for (const tab of tabs) await tab.call(getUser, {});
      const outcomes = new Set<string>();
      const done = new AbortController();
      const asking = tabs.map(async (tab) => {
        while (!done.signal.aborted) outcomes.add(await outcomeOf(tab.call(getUser, {})));
      });
      await underCookieOf(client, 0).call(changePassword, change);
      // The answer is lost. The other gateway learns of the new password within seconds.
      for (let n = 0; n < 4; n += 1) {
        world.clock.advance(1_000);
        await Promise.all(tabs.map((tab) => tab.call(getUser, {})));
      }
      done.abort();
      await Promise.all(asking);
      expect([...outcomes]).toEqual(['OK']);
      world.clock.advance(3 * 60_000);
      for (const tab of tabs) expect((await refusalOf(tab.call(getUser, {}))).loggedOut).toBe(true);
      await people.loggedIn(email, NEXT);
    });

    it('closes the old cookie’s sockets in time, not at the next 25 s check [A1]', async () => {
      const { client, id } = await people.newcomer();
      await underCookieOf(client, 0).call(changePassword, change);
      const sessions = world.inside.mongo.connection.collection<{ leaves?: { until: number }[] }>('sessions');
      const [old] = await sessions.find({ member: id, follows: { $exists: false } }).toArray();
      const until = old?.leaves?.[0]?.until ?? 0;
      world.clock.advance(until - 10_000 - world.clock.now());
      const tab = await connectDevice(underCookieOf(client, 1));
      await tab.wait(sessionEnded, undefined, 40_000);
      const lateMs = world.clock.now() - until;
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(10_000);
      tab.close();
    });

    it('repeats the answer of a lost change, and of no other', async () => {
      const { client, id, email } = await people.newcomer();
      const lost = underCookieOf(client, 0);
      await lost.call(changePassword, change);
      const old = underCookieOf(client, 1);
      const wrong = await refusalOf(old.call(changePassword, { ...change, password: 'other words 12' }));
      expect(wrong.error.code).toBe('OLD_PASSWORD_WRONG');
      await client.call(changePassword, change);
      expect((await client.call(getUser, {})).user.email).toBe(email);
      // The first use of the delivered session ends the old one, and the one whose cookie was lost.
      expect(await people.isOut(old)).toBe(true);
      expect(await people.isOut(lost)).toBe(true);
      expect((await client.call(getSessions, {})).sessions).toMatchObject([{ current: true }]);
      // The browser got the cookie but not the body of the answer, so it repeats the change under that cookie.
      await client.call(changePassword, change);
      expect((await client.call(getUser, {})).user.email).toBe(email);
      const notices = await people.mails().find({ member: id, template: 'password-changed' }).toArray();
      expect(notices).toHaveLength(1);
      // Not from another device that knows the new password.
      const phone = await people.loggedIn(email, NEXT, 1);
      const asked = await refusalOf(phone.call(changePassword, change));
      expect(asked.error.code).toBe('OLD_PASSWORD_WRONG');
    });

    it('ends the session of the old cookie with the next password, set by any device', async () => {
      const { client, id, email } = await people.newcomer();
      await underCookieOf(client, 0).call(changePassword, change);
      await world.browser().call(requestPasswordReset, { email });
      const token = await people.secretOf(id, 'password-reset');
      await world.browser().call(resetPassword, { token, password: 'other words 12' });
      expect((await refusalOf(client.call(getUser, {}))).loggedOut).toBe(true);
    });

    it('allows a stolen session five guesses, and never locks the owner out', async () => {
      const { client, email } = await people.newcomer();
      const guess = () => refusalOf(client.call(changePassword, { old_password: 'a guess', password: NEXT }));
      for (let n = 0; n < 4; n += 1) expect((await guess()).error.code).toBe('OLD_PASSWORD_WRONG');
      for (let n = 0; n < 2; n += 1) expect((await guess()).error.code).toBe('LOGIN_BLOCKED');
      await people.loggedIn(email, PASSWORD);
    });

    it('voids links that were mailed before', async () => {
      const { client, id, email } = await people.newcomer();
      await world.browser().call(requestPasswordReset, { email });
      await client.call(changeEmail, { email: `new-${email}`, password: PASSWORD });
      const reset = await people.secretOf(id, 'password-reset');
      const change = await people.secretOf(id, 'email-change');
      await client.call(changePassword, { old_password: PASSWORD, password: NEXT });
      const late = await refusalOf(world.browser().call(resetPassword, { token: reset, password: PASSWORD }));
      expect(late.error.code).toBe('LINK_EXPIRED');
      expect(await outcomeOf(world.browser().call(confirmEmail, { token: change }))).toBe('LINK_EXPIRED');
    });
  });
});
