import {
  activate,
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  getSessions,
  getUser,
  type InputOf,
  logIn,
  openLink,
  reactivateAccount,
  requestPasswordReset,
  resetPassword,
  searchMembers,
  signUp,
} from '@heartline/contracts';
import { type HttpClient, Refused, until } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';

const PASSWORD = 'mauve tractor 41';
const NEXT = 'seven green otters';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

describe('the life of an account over HTTP', () => {
  let world: GatewaysInTest;
  let people = 0;

  beforeAll(async () => {
    world = await startGateways({ count: 2 });
  });
  afterAll(() => world.stop());

  async function refusal(work: Promise<unknown>): Promise<Refused> {
    const outcome = await work.then(
      () => new Error('was not refused'),
      (error: unknown) => error,
    );
    if (!(outcome instanceof Refused)) throw outcome;
    return outcome;
  }

  const mails = () =>
    world.mongo.connection.collection<{
      _id: string;
      member: string;
      template: string;
      secret: string | null;
      to: string | null;
      createdAt: number;
    }>('mails');

  /** The newest mail of a kind to a member. */
  async function mailTo(member: string, template: string) {
    const found = await mails().find({ member, template }).toArray();
    return found.sort((a, b) => b.createdAt - a.createdAt)[0];
  }

  async function secretOf(member: string, template: string): Promise<string> {
    const mail = await mailTo(member, template);
    if (!mail?.secret) throw new Error(`no ${template} mail`);
    return mail.secret;
  }

  async function newcomer(changes: Partial<InputOf<typeof signUp>> = {}) {
    people += 1;
    const client = world.visitor();
    const email = `life${people}@mail.example`;
    await client.call(signUp, {
      email,
      name: `Life ${people}`,
      gender: 'female',
      sexuality: 'bi',
      date_of_birth: '1990-06-15',
      country: 'NL',
      region: 'NH',
      password: PASSWORD,
      language: 'nl',
      ...changes,
    });
    const { user } = await client.call(getUser, {});
    await client.call(activate, { token: await secretOf(user.id, 'activation') });
    return { client, email: changes.email ?? email, id: user.id };
  }

  const loggedIn = async (email: string, password: string, gateway = 0): Promise<HttpClient> => {
    const client = world.visitor(gateway);
    await client.call(logIn, { email, password });
    return client;
  };

  /** Waits until a client of the other gateway, which remembers for seconds, is refused. */
  const isOut = (client: HttpClient) => {
    world.clock.advance(3_000);
    return until(
      () =>
        client.call(getUser, {}).then(
          () => false,
          (error: Refused) => error.loggedOut,
        ),
      Boolean,
    );
  };

  describe('a forgotten password', () => {
    it('S7-051 S8-007 mails a link, and says so of an unknown address in the specified words', async () => {
      const { id, email } = await newcomer();
      expect(await world.visitor().call(requestPasswordReset, { email: email.toUpperCase() })).toEqual({
        ok: true,
      });
      expect(await secretOf(id, 'password-reset')).toMatch(/^[\w-]{43}$/);
      const unknown = await refusal(world.visitor().call(requestPasswordReset, { email: 'no@mail.example' }));
      expect(unknown).toMatchObject({ status: 404, error: { message: 'E-mail address not found' } });
      for (const email of ['', 'abc', '$ne']) {
        const refused = await refusal(world.visitor().call(requestPasswordReset, { email }));
        expect(refused.status).toBe(404);
      }
    });

    it('never answers with the secret, and stores only its hash', async () => {
      const { id, email } = await newcomer();
      const answer = await world.visitor().send('POST', '/api/reset-password.php', JSON.stringify({ email }));
      const secret = await secretOf(id, 'password-reset');
      expect(JSON.stringify(answer)).not.toContain(secret);
      const tokens = await world.mongo.connection.collection('tokens').find({ member: id }).toArray();
      expect(JSON.stringify(tokens)).not.toContain(secret);
    });

    it('answers known and unknown addresses after the same time', async () => {
      const { email } = await newcomer();
      const took = async (address: string) => {
        const started = performance.now();
        await world
          .visitor()
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
      // Both wait for the same floor; what is done for one fits below it.
      for (const ms of [...known, ...unknown]) expect(ms).toBeGreaterThan(240);
      const best = (times: number[]) => Math.min(...times);
      expect(best(known)).toBeLessThan(1.5 * best(unknown));
    });

    it('S2-035 sets the new password once, and every session everywhere is over', async () => {
      const { client, id, email } = await newcomer();
      const elsewhere = await loggedIn(email, PASSWORD, 1);
      await elsewhere.call(getUser, {});
      await world.visitor().call(requestPasswordReset, { email });
      const token = await secretOf(id, 'password-reset');
      expect(await world.visitor().call(resetPassword, { token, password: NEXT })).toEqual({ ok: true });
      expect((await refusal(client.call(getUser, {}))).loggedOut).toBe(true);
      expect(await isOut(elsewhere)).toBe(true);
      expect((await refusal(loggedIn(email, PASSWORD))).error.code).toBe('LOGIN_FAILED');
      // On the node that still remembers the account from before, too.
      for (const gateway of [0, 1]) {
        const again = await loggedIn(email, NEXT, gateway);
        expect((await again.call(getUser, {})).user.email).toBe(email);
      }
      const used = await refusal(world.visitor().call(resetPassword, { token, password: 'other words 12' }));
      expect(used.error).toMatchObject({
        code: 'LINK_EXPIRED',
        message: 'Link expired or invalid, request a new email',
      });
      expect(await mailTo(id, 'password-changed')).toMatchObject({ to: null, secret: null });
    });

    it('works once when fifty try the same link at the same moment', async () => {
      const { id, email } = await newcomer();
      await world.visitor().call(requestPasswordReset, { email });
      const token = await secretOf(id, 'password-reset');
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) =>
          world.visitor(n % 2).call(resetPassword, { token, password: `${NEXT} ${n}` }),
        ),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = tries.findIndex(({ status }) => status === 'fulfilled');
      await loggedIn(email, `${NEXT} ${winner}`);
      const notices = await mails().find({ member: id, template: 'password-changed' }).toArray();
      expect(notices).toHaveLength(1);
    });

    it('keeps every link that was mailed working, until one of them was used', async () => {
      const { id, email } = await newcomer();
      await world.visitor().call(requestPasswordReset, { email });
      const first = await secretOf(id, 'password-reset');
      // One mail a minute, however often somebody asks.
      await world.visitor().call(requestPasswordReset, { email });
      expect(await mails().find({ member: id, template: 'password-reset' }).toArray()).toHaveLength(1);
      world.clock.advance(61_000);
      await world.visitor().call(requestPasswordReset, { email });
      const second = await secretOf(id, 'password-reset');
      expect(second).not.toBe(first);
      await world.visitor().call(resetPassword, { token: first, password: NEXT });
      const late = await refusal(world.visitor().call(resetPassword, { token: second, password: PASSWORD }));
      expect(late.error.code).toBe('LINK_EXPIRED');
    });

    it('refuses a link that is too old, bent, made up or of another kind', async () => {
      const { id, email } = await newcomer();
      await world.visitor().call(requestPasswordReset, { email });
      const token = await secretOf(id, 'password-reset');
      const bent = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
      const activation = await secretOf((await newcomerUnconfirmed()).id, 'activation');
      for (const wrong of [bent, '', 'x'.repeat(200), activation]) {
        const refused = await refusal(world.visitor().call(resetPassword, { token: wrong, password: NEXT }));
        expect(refused.error.code).toBe('LINK_EXPIRED');
      }
      world.clock.advance(60 * 60_000 + 1_000);
      const old = await refusal(world.visitor().call(resetPassword, { token, password: NEXT }));
      expect(old.error.code).toBe('LINK_EXPIRED');
    });

    it('S5-015 refuses a weak password and leaves the link as it was', async () => {
      const { id, email } = await newcomer();
      await world.visitor().call(requestPasswordReset, { email });
      const token = await secretOf(id, 'password-reset');
      const weak = {
        short12: 'PASSWORD_TOO_SHORT',
        password1: 'PASSWORD_TOO_COMMON',
        [`heartline${people}`]: 'PASSWORD_TOO_COMMON',
        [email]: 'PASSWORD_TOO_COMMON',
        ['é'.repeat(129)]: 'PASSWORD_TOO_LONG',
      };
      for (const [password, fault] of Object.entries(weak)) {
        const refused = await refusal(world.visitor().call(resetPassword, { token, password }));
        expect([password, refused.error.fields]).toEqual([password, { password: fault }]);
      }
      const exact = `${'🦦'.repeat(64)} \u00a0x`;
      await world.visitor().call(resetPassword, { token, password: exact });
      expect((await refusal(loggedIn(email, exact.trim().slice(0, -1)))).error.code).toBe('LOGIN_FAILED');
      await loggedIn(email, exact);
    });

    it('leads to the configured address, whatever host the request named', async () => {
      const { email } = await newcomer();
      await world.visitor().send('POST', '/api/reset-password.php', JSON.stringify({ email }), {
        'x-forwarded-host': 'evil.example',
      });
      // What a mail says is built from the configuration alone (account-mail.test.ts); nothing of the request is kept.
      const rows = await mails().find({}).toArray();
      expect(JSON.stringify(rows)).not.toContain('evil.example');
    });

    it('lets the owner in again whom strangers locked out', async () => {
      const { id, email } = await newcomer();
      for (let n = 0; n < 5; n += 1) await refusal(loggedIn(email, 'wrong guess'));
      expect((await refusal(loggedIn(email, PASSWORD))).error.code).toBe('LOGIN_BLOCKED');
      await world.visitor().call(requestPasswordReset, { email });
      const token = await secretOf(id, 'password-reset');
      await world.visitor().call(resetPassword, { token, password: NEXT });
      await loggedIn(email, NEXT);
    });
  });

  async function newcomerUnconfirmed() {
    people += 1;
    const client = world.visitor();
    await client.call(signUp, {
      email: `life${people}@mail.example`,
      name: `Life ${people}`,
      gender: 'male',
      sexuality: 'hetero',
      date_of_birth: '1990-06-15',
      country: 'NL',
      region: 'NH',
      password: PASSWORD,
      language: 'en',
    });
    const { user } = await client.call(getUser, {});
    return { client, id: user.id, email: user.email };
  }

  describe('a change of password', () => {
    it('S5-013 S5-014 asks for the old one, in the specified words', async () => {
      const { client, email } = await newcomer();
      const refused = await refusal(
        client.call(changePassword, { old_password: 'not this one', password: NEXT }),
      );
      expect(refused).toMatchObject({
        status: 400,
        error: { code: 'OLD_PASSWORD_WRONG', message: 'Please check your old password.' },
      });
      await loggedIn(email, PASSWORD);
    });

    it('ends every other session and gives this one a fresh cookie', async () => {
      const { client, email } = await newcomer();
      const phone = await loggedIn(email, PASSWORD, 1);
      await phone.call(getUser, {});
      const before = client.cookies.get('__Host-session');
      await client.call(changePassword, { old_password: PASSWORD, password: NEXT });
      expect(client.cookies.get('__Host-session')).not.toBe(before);
      expect((await client.call(getUser, {})).user.email).toBe(email);
      expect((await client.call(getSessions, {})).sessions).toHaveLength(1);
      expect(await isOut(phone)).toBe(true);
      const stale = world.visitor();
      stale.cookies.set('__Host-session', before ?? '');
      expect((await refusal(stale.call(getUser, {}))).loggedOut).toBe(true);
      await loggedIn(email, NEXT);
    });

    it('lets a stolen session guess five times and no more, and never locks the owner out', async () => {
      const { client, email } = await newcomer();
      const guess = () => refusal(client.call(changePassword, { old_password: 'a guess', password: NEXT }));
      for (let n = 0; n < 4; n += 1) expect((await guess()).error.code).toBe('OLD_PASSWORD_WRONG');
      for (let n = 0; n < 2; n += 1) expect((await guess()).error.code).toBe('LOGIN_BLOCKED');
      await loggedIn(email, PASSWORD);
    });

    it('puts an end to links that were mailed before', async () => {
      const { client, id, email } = await newcomer();
      await world.visitor().call(requestPasswordReset, { email });
      await client.call(changeEmail, { email: `new-${email}`, password: PASSWORD });
      const reset = await secretOf(id, 'password-reset');
      const change = await secretOf(id, 'email-change');
      await client.call(changePassword, { old_password: PASSWORD, password: NEXT });
      const late = await refusal(world.visitor().call(resetPassword, { token: reset, password: PASSWORD }));
      expect(late.error.code).toBe('LINK_EXPIRED');
      expect((await refusal(world.visitor().call(confirmEmail, { token: change }))).error.code).toBe(
        'LINK_EXPIRED',
      );
    });
  });

  describe('a change of address', () => {
    it('S7-052 S2-042 takes effect when the new address confirms it, and the old one is told', async () => {
      const { client, id, email } = await newcomer();
      const next = `moved-${email}`;
      expect(await client.call(changeEmail, { email: next, password: PASSWORD })).toEqual({ email: next });
      expect((await client.call(getUser, {})).user.email).toBe(email);
      const mail = await mailTo(id, 'email-change');
      expect(mail?.to).toBe(next);
      const token = mail?.secret ?? '';
      const scanner = world.visitor();
      for (const method of ['GET', 'HEAD']) await scanner.send(method, `/mail-change/do?token=${token}`);
      expect(await world.visitor(1).call(confirmEmail, { token })).toEqual({ email: next });
      expect(await mailTo(id, 'email-changed')).toMatchObject({ to: email, secret: null });
      world.clock.advance(3_000);
      expect((await client.call(getUser, {})).user.email).toBe(next);
      await loggedIn(next, PASSWORD);
      expect((await refusal(loggedIn(email, PASSWORD))).error.code).toBe('LOGIN_FAILED');
      expect((await refusal(world.visitor().call(confirmEmail, { token }))).error.code).toBe('LINK_EXPIRED');
      // The old address is free for somebody else.
      await newcomer({ email, name: `Second ${people}` });
    });

    it('S5-016 S5-017 S8-017 S8-018 refuses a taken and an invalid address in the specified words', async () => {
      const { client } = await newcomer();
      const other = await newcomer();
      const change = (email: string) => refusal(client.call(changeEmail, { email, password: PASSWORD }));
      expect((await change(other.email.toUpperCase())).error.message).toBe(
        'This email address already owns an account on this website.',
      );
      for (const wrong of [
        'abc',
        'a@b',
        'a@good.tld (x).evil.tld',
        'a@good.tld, b@evil.tld',
        'a@good.tld\r\nBcc: b@evil.tld',
        '"quoted local"@good.tld',
      ]) {
        expect([wrong, (await change(wrong)).error.message]).toEqual([wrong, 'New email adress is invalid.']);
      }
    });

    it('asks for the password first', async () => {
      const { client } = await newcomer();
      const refused = await refusal(
        client.call(changeEmail, { email: 'thief@mail.example', password: 'a guess' }),
      );
      expect(refused.error).toMatchObject({ code: 'PASSWORD_WRONG', message: 'Please check your password.' });
    });

    it('gives an address to one of two who confirm it at the same moment', async () => {
      const [a, b] = [await newcomer(), await newcomer()];
      const email = `wanted${people}@mail.example`;
      const tokens: string[] = [];
      for (const { client, id } of [a, b]) {
        await client.call(changeEmail, { email, password: PASSWORD });
        tokens.push(await secretOf(id, 'email-change'));
      }
      const outcomes = await Promise.allSettled(
        tokens.map((token, gateway) => world.visitor(gateway).call(confirmEmail, { token })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const owners = await world.mongo.connection.collection('accounts').find({ email }).toArray();
      expect(owners).toHaveLength(1);
    });

    it('moves to one of two addresses confirmed at the same moment, and gives the other back', async () => {
      const { client, id, email } = await newcomer();
      const tokens: string[] = [];
      for (const next of [`one-${email}`, `two-${email}`]) {
        await client.call(changeEmail, { email: next, password: PASSWORD });
        tokens.push(await secretOf(id, 'email-change'));
        world.clock.advance(10);
      }
      const outcomes = await Promise.allSettled(
        tokens.map((token, gateway) => world.visitor(gateway).call(confirmEmail, { token })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const claims = await world.mongo.connection.collection('emails').find({ member: id }).toArray();
      expect(claims).toHaveLength(1);
    });
  });

  describe('a deletion', () => {
    it('S7-053 closes the account at once, hides the profile and mails the way back', async () => {
      const { client, id, email } = await newcomer();
      const phone = await loggedIn(email, PASSWORD, 1);
      await phone.call(getUser, {});
      const other = await newcomer();
      expect((await refusal(client.call(deleteAccount, { password: 'a guess' }))).error.code).toBe(
        'PASSWORD_WRONG',
      );
      const { eraseAt } = await client.call(deleteAccount, { password: PASSWORD });
      expect(Math.abs(eraseAt - world.clock.now() - 14 * DAY_MS)).toBeLessThan(60_000);
      expect(client.cookies.has('__Host-session')).toBe(false);
      expect(await isOut(phone)).toBe(true);
      const { results } = await other.client.call(searchMembers, {});
      expect(results.map((card) => card.id)).not.toContain(id);
      expect(await mailTo(id, 'account-deleted')).toBeDefined();
      const login = await refusal(loggedIn(email, PASSWORD));
      expect(login.error.code).toBe('EMAIL_PENDING_DELETION');
      const reset = await refusal(world.visitor().call(requestPasswordReset, { email }));
      expect(reset.error.code).toBe('EMAIL_PENDING_DELETION');
    });

    it('S4-003 S9-007 S7-054 S4-005 comes back with the mailed link, a minute before the 14 days are over', async () => {
      const { client, id, email } = await newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await secretOf(id, 'account-deleted');
      expect(await world.visitor().call(openLink, { token })).toEqual({ kind: 'reactivation' });
      world.clock.advance(14 * DAY_MS - HOUR_MS);
      const back = world.visitor(1);
      const { user } = await back.call(reactivateAccount, { token });
      expect(user).toMatchObject({ email, status: 'active', credits: 3 });
      expect((await back.call(getUser, {})).user.profile.status).toBe('active');
      const other = await newcomer();
      const { results } = await other.client.call(searchMembers, {});
      expect(results.map((card) => card.id)).toContain(id);
      expect((await refusal(world.visitor().call(reactivateAccount, { token }))).error.code).toBe(
        'LINK_EXPIRED',
      );
      expect((await refusal(client.call(getUser, {}))).loggedOut).toBe(true);
    });

    it('S4-004 S9-007 does not come back once the 14 days are over, with this link or another’s', async () => {
      const { client, id } = await newcomer();
      const other = await newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await secretOf(id, 'account-deleted');
      world.clock.advance(14 * DAY_MS + HOUR_MS);
      expect((await refusal(world.visitor().call(reactivateAccount, { token }))).error.code).toBe(
        'LINK_EXPIRED',
      );
      await other.client.call(requestPasswordReset, { email: other.email });
      const reset = await secretOf(other.id, 'password-reset');
      expect((await refusal(world.visitor().call(reactivateAccount, { token: reset }))).error.code).toBe(
        'LINK_EXPIRED',
      );
    });

    it('comes back once when twenty press the link at the same moment', async () => {
      const { client, id } = await newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await secretOf(id, 'account-deleted');
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => world.visitor(n % 2).call(reactivateAccount, { token })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('mails the way back again to whoever logs in with the right password', async () => {
      const { client, id, email } = await newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const first = await secretOf(id, 'account-deleted');
      world.clock.advance(61_000);
      await refusal(loggedIn(email, 'wrong guess'));
      expect(await secretOf(id, 'account-deleted')).toBe(first);
      await refusal(loggedIn(email, PASSWORD));
      const second = await secretOf(id, 'account-deleted');
      expect(second).not.toBe(first);
      await world.visitor().call(reactivateAccount, { token: second });
    });
  });

  it('opens one-time links by kind, uses nothing up, and knows no others', async () => {
    const { id, email } = await newcomer();
    await world.visitor().call(requestPasswordReset, { email });
    const token = await secretOf(id, 'password-reset');
    for (let n = 0; n < 3; n += 1) {
      expect(await world.visitor().call(openLink, { token })).toEqual({ kind: 'reset' });
    }
    await world.visitor().call(resetPassword, { token, password: NEXT });
    for (const unknown of ['', 'terms', 'x'.repeat(43)]) {
      expect((await refusal(world.visitor().call(openLink, { token: unknown }))).status).toBe(404);
    }
  });
});
