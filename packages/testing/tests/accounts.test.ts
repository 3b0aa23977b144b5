import {
  activate,
  endSession,
  getChats,
  getSessions,
  getUser,
  logIn,
  logOut,
  resendActivation,
  signUp,
  updateLanguage,
} from '@heartline/contracts';
import { type HttpClient, outcomeOf, PASSWORD, refusalOf, signUpForm } from '@heartline/testing';
import { describe, expect, it, vi } from 'vitest';
import { accountsWorld } from './accounts-in-test.ts';

const DAY_MS = 86_400_000;

describe('accounts over HTTP', () => {
  const { world, people } = accountsWorld({ gateways: 2 });

  it('stores the sign-up, not confirmed yet [S3-002 S4-001 S3-061 S3-062 S3-063 S3-064]', async () => {
    const { client, entered } = await people.unconfirmed();
    const { user } = await client.call(getUser, {});
    expect(user.status).toBe('not_confirmed');
    expect(user.email).toBe(entered.email);
    expect(user.profile).toMatchObject({
      name: entered.name,
      gender: 'female',
      sexuality: 'bi',
      country: 'NL',
      region: 'NH',
    });
    expect(await outcomeOf(client.call(getChats, {}))).toBe('NOT_CONFIRMED');
  });

  it('activates by POST once, and signs in with the free credits [S4-002 S1-009 S0-004]', async () => {
    const { client, id, entered } = await people.unconfirmed();
    const token = await people.secretOf(id, 'activation');
    const scanner = world.browser();
    for (const method of ['GET', 'HEAD']) {
      await scanner.send(method, `/api/activate.php?token=${token}`);
      await scanner.send(method, `/activate?token=${token}`);
    }
    const { user } = await client.call(activate, { token });
    expect(user).toMatchObject({ status: 'active', credits: 3, paid_user: false, email: entered.email });
    expect(await outcomeOf(world.browser().call(activate, { token }))).toBe('ACTIVATION_FAILED');
    expect((await client.call(getUser, {})).user.credits).toBe(3);
  });

  it('signs in although the likes given as a visitor cannot be stored', async () => {
    const { client, id, email } = await people.unconfirmed();
    const give = vi.spyOn(world.gateways[0].core.discovery, 'giveSwipedLikes');
    give.mockRejectedValue(new Error('away'));
    try {
      const { user } = await client.call(activate, { token: await people.secretOf(id, 'activation') });
      expect(user.status).toBe('active');
      expect((await client.call(getUser, {})).user.status).toBe('active');
      await people.loggedIn(email, PASSWORD);
      expect(give.mock.calls).toEqual([[id], [id]]);
    } finally {
      give.mockRestore();
    }
  });

  it('counts as active today from the sign-in on, after any absence', async () => {
    const { email, id } = await people.newcomer();
    const profiles = world.inside.mongo.connection.collection<{ _id: string; lastActiveAt: number }>(
      'profiles',
    );
    const before = world.clock.now();
    await profiles.updateOne({ _id: id }, { $set: { lastActiveAt: before - 20 * DAY_MS } });
    await people.loggedIn(email, PASSWORD);
    await expect
      .poll(async () => (await profiles.findOne({ _id: id }))?.lastActiveAt)
      .toBeGreaterThanOrEqual(before);
  });

  it('activates once for twenty requests at the same time', async () => {
    const { id } = await people.unconfirmed();
    const token = await people.secretOf(id, 'activation');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        world.browser(index % 2).call(activate, { token, password: PASSWORD }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses an activation link that is expired, altered or invented', async () => {
    const { id } = await people.unconfirmed();
    const token = await people.secretOf(id, 'activation');
    const bent = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const wrong of [bent, '', 'x'.repeat(200)]) {
      const refused = await refusalOf(world.browser().call(activate, { token: wrong }));
      expect(refused.error).toMatchObject({ code: 'ACTIVATION_FAILED', message: 'Activation failed' });
    }
    world.clock.advance(72 * 3_600_000 + 1_000);
    expect(await outcomeOf(world.browser().call(activate, { token }))).toBe('ACTIVATION_FAILED');
  });

  it('sends another link on request, and never reveals whether an account exists', async () => {
    const { id, entered } = await people.unconfirmed();
    const first = await people.secretOf(id, 'activation');
    const early = await refusalOf(world.browser().call(resendActivation, { email: entered.email }));
    expect(early).toMatchObject({ status: 429, error: { code: 'MAILED_RECENTLY' } });
    expect(await people.secretOf(id, 'activation')).toBe(first);
    world.clock.advance(61_000);
    expect(await world.browser().call(resendActivation, { email: 'nobody@mail.example' })).toEqual({
      ok: true,
    });
    expect(await world.browser().call(resendActivation, { email: entered.email })).toEqual({ ok: true });
    expect(await people.secretOf(id, 'activation')).not.toBe(first);
  });

  it('activates one of two sign-ups with one address, and none once it is taken', async () => {
    const HOUR_MS = 3_600_000;
    const late = async () => {
      const first = await people.unconfirmed();
      world.clock.advance(10 * HOUR_MS);
      await world.browser().call(resendActivation, { email: first.email });
      world.clock.advance(63 * HOUR_MS);
      return { ...first, token: await people.secretOf(first.id, 'activation') };
    };
    const old = await late();
    const anew = await people.unconfirmed({ email: old.email });
    expect(await outcomeOf(world.browser().call(activate, { token: old.token, password: PASSWORD }))).toBe(
      'ACTIVATION_FAILED',
    );
    await anew.client.call(activate, { token: await people.secretOf(anew.id, 'activation') });
    const again = await people.loggedIn(old.email, PASSWORD);
    expect((await again.call(getUser, {})).user.id).toBe(anew.id);
    const ledger = world.inside.mongo.connection.collection('ledger');
    expect(await ledger.countDocuments({ owner: old.id })).toBe(0);
    for (let round = 0; round < 5; round += 1) {
      const { email, id, token } = await late();
      const tries = await Promise.allSettled([
        world.browser(0).call(activate, { token, password: PASSWORD }),
        world.browser(1).call(signUp, signUpForm({ email })),
      ]);
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const claims = world.inside.mongo.connection.collection<{ _id: string; member: string }>('emails');
      const claim = await claims.findOne({ _id: `default:${email}` });
      expect(claim?.member === id).toBe(tries[0].status === 'fulfilled');
    }
  });

  it('refuses an address that has an account, in any spelling', async () => {
    await people.newcomer({ email: 'anna.berg@bücher.example' });
    for (const email of ['Anna.Berg@BÜCHER.example', 'anna.berg+new@xn--bcher-kva.example']) {
      const refused = await refusalOf(world.browser().call(signUp, signUpForm({ email })));
      expect(refused.status).toBe(409);
      expect(refused.error.code).toBe('EMAIL_TAKEN');
    }
  });

  it('creates one account for twenty sign-ups with one address at the same time', async () => {
    const spellings = ['j.doe@gmail.com', 'jdoe@googlemail.com', 'JDoe+1@gmail.com'];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        world.browser(index % 2).call(signUp, signUpForm({ email: spellings[index % 3] ?? '' })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const rows = await world.inside.mongo.connection
      .collection('accounts')
      .find({ emailKey: 'jdoe@gmail.com' })
      .toArray();
    expect(rows).toHaveLength(1);
  });

  it('refuses an address whose account is being deleted [S5-010]', async () => {
    const { entered } = await people.newcomer();
    await world.inside.mongo.connection
      .collection('accounts')
      .updateOne({ email: entered.email }, { $set: { status: 'deleted' } });
    const refused = await refusalOf(world.browser().call(signUp, signUpForm({ email: entered.email })));
    expect(refused.error.code).toBe('EMAIL_PENDING_DELETION');
  });

  it('reports all errors of a form at once', async () => {
    const refused = await refusalOf(
      world.browser().call(
        signUp,
        signUpForm({
          email: 'abc',
          name: '@abc',
          date_of_birth: '1990-02-31',
          country: 'XX',
          password: 'password1',
        }),
      ),
    );
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toEqual({
      email: 'EMAIL_INVALID',
      name: 'NAME_STARTS_WITH_AT',
      date_of_birth: 'DATE_OF_BIRTH_INVALID',
      country: 'COUNTRY_UNKNOWN',
      password: 'PASSWORD_TOO_COMMON',
    });
  });

  it('refuses a birthday one day too young and accepts the day itself [S1-001 S0-002]', async () => {
    const today = new Date(world.clock.now());
    const born = (days: number) =>
      new Date(Date.UTC(today.getUTCFullYear() - 18, today.getUTCMonth(), today.getUTCDate() + days))
        .toISOString()
        .slice(0, 10);
    const refused = await refusalOf(world.browser().call(signUp, signUpForm({ date_of_birth: born(1) })));
    expect(refused.error.fields).toEqual({ date_of_birth: 'UNDER_AGE' });
    await world.browser().call(signUp, signUpForm({ date_of_birth: born(0) }));
  });

  it('logs in with a fresh cookie for 30 days [S7-002 S7-003 S7-004 S9-032]', async () => {
    const { entered } = await people.newcomer();
    const client = world.browser();
    client.cookies.set('__Host-session', 'planted');
    const answer = await client.send(
      'POST',
      '/api/user.php',
      JSON.stringify({ email: entered.email.toUpperCase(), password: PASSWORD }),
    );
    expect(answer.body).toMatchObject({ user: { email: entered.email, status: 'active' } });
    const cookies = answer.headers['set-cookie'] as string[];
    for (const name of ['__Host-session', '__Host-device']) {
      const cookie = cookies.find((line) => line.startsWith(`${name}=`)) ?? '';
      for (const part of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
        expect(cookie).toContain(part);
      }
    }
    expect(client.cookies.get('__Host-session')).not.toBe('planted');
    expect((await client.call(getUser, {})).user.email).toBe(entered.email);
  });

  it('ends the browser’s previous session when it signs in again', async () => {
    const { client, entered } = await people.newcomer();
    const before = client.cookies.get('__Host-session') ?? '';
    await client.call(logIn, { email: entered.email, password: PASSWORD });
    const old = world.browser();
    old.cookies.set('__Host-session', before);
    expect((await refusalOf(old.call(getUser, {}))).loggedOut).toBe(true);
  });

  it('answers wrong passwords and unknown addresses alike [S7-064]', async () => {
    const { entered } = await people.newcomer();
    const wrong = await refusalOf(
      world.browser().call(logIn, { email: entered.email, password: 'not this one' }),
    );
    const unknown = await refusalOf(
      world.browser().call(logIn, { email: 'no@mail.example', password: 'not this one' }),
    );
    expect(wrong.status).toBe(401);
    expect(wrong.error).toEqual({ code: 'LOGIN_FAILED', message: 'Login failed, please try again' });
    expect(unknown.error).toEqual(wrong.error);
  });

  it('blocks strangers 15 minutes after five guesses, never the owner’s device [S7-064]', async () => {
    const { client: owner, entered } = await people.newcomer();
    const guess = (client: HttpClient) =>
      refusalOf(client.call(logIn, { email: entered.email, password: 'wrong guess' }));
    for (let n = 1; n <= 4; n += 1) expect((await guess(world.browser())).error.code).toBe('LOGIN_FAILED');
    expect((await guess(world.browser())).error).toEqual({
      code: 'LOGIN_BLOCKED',
      message: 'Too many incorrect attempts, account blocked for 15 min.',
      values: { minutes: 15 },
    });
    const right = { email: entered.email, password: PASSWORD };
    expect(await outcomeOf(world.browser().call(logIn, right))).toBe('LOGIN_BLOCKED');
    await owner.call(logIn, right);
    world.clock.advance(15 * 60_000 - 5_000);
    expect((await refusalOf(world.browser().call(logIn, right))).error.values).toEqual({ minutes: 1 });
    world.clock.advance(5_001);
    await world.browser().call(logIn, right);
  });

  it('counts a hundred guesses at the same time as five', async () => {
    const { entered } = await people.newcomer();
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        refusalOf(
          world.browser(index % 2).call(logIn, { email: entered.email, password: `guess number ${index}` }),
        ),
      ),
    );
    // The fifth guess answers “failed” itself when another request was the first to see that it was the fifth.
    const looked = guesses.filter((refused) => refused.error.code === 'LOGIN_FAILED').length;
    const blocked = guesses.filter((refused) => refused.error.code === 'LOGIN_BLOCKED').length;
    expect([4, 5]).toContain(looked);
    expect(blocked).toBe(25 - looked);
  });

  it('resets the count after the right password', async () => {
    const { entered } = await people.newcomer();
    const stranger = world.browser();
    const guess = () => refusalOf(stranger.call(logIn, { email: entered.email, password: 'wrong guess' }));
    for (let n = 1; n <= 4; n += 1) await guess();
    await world.browser().call(logIn, { email: entered.email, password: PASSWORD });
    for (let n = 1; n <= 4; n += 1) expect((await guess()).error.code).toBe('LOGIN_FAILED');
  });

  it('logs out at once here, and within 5 s on the other gateway [S7-013 S7-068]', async () => {
    const { client } = await people.newcomer();
    const elsewhere = world.browser(1);
    elsewhere.cookies.set('__Host-session', client.cookies.get('__Host-session') ?? '');
    await elsewhere.call(getUser, {});
    const stored = client.cookies.get('__Host-session') ?? '';
    await client.call(logOut, {});
    expect(client.cookies.has('__Host-session')).toBe(false);
    client.cookies.set('__Host-session', stored);
    const here = await refusalOf(client.call(getUser, {}));
    expect(here).toMatchObject({ status: 403, loggedOut: true });
    world.clock.advance(5_000);
    expect((await refusalOf(elsewhere.call(getUser, {}))).loggedOut).toBe(true);
  });

  it('ends the session of a closing page and clears no cookie, which may be newer', async () => {
    const { client } = await people.newcomer();
    const stored = client.cookies.get('__Host-session');
    await client.call(logOut, { leaving: 'true' });
    expect(client.cookies.get('__Host-session')).toBe(stored);
    expect(await refusalOf(client.call(getUser, {}))).toMatchObject({ status: 403, loggedOut: true });
    // The next page of this browser logs out once more.
    await client.call(logOut, {});
    expect(client.cookies.has('__Host-session')).toBe(false);
  });

  it('lists sessions and ends one, or all others', async () => {
    const { client, entered } = await people.newcomer();
    const phone = world.browser(1);
    await phone.call(logIn, { email: entered.email, password: PASSWORD });
    const { sessions } = await client.call(getSessions, {});
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    const other = sessions.find((session) => !session.current);
    await client.call(endSession, { id: other?.id ?? '' });
    world.clock.advance(5_000);
    expect((await refusalOf(phone.call(getUser, {}))).loggedOut).toBe(true);
    expect(await outcomeOf(client.call(endSession, { id: other?.id ?? '' }))).toBe('NOT_FOUND');
    await phone.call(logIn, { email: entered.email, password: PASSWORD });
    await client.call(endSession, {});
    expect((await client.call(getSessions, {})).sessions).toHaveLength(1);
  });

  it('lists the 100 latest sessions, and lets old sessions and links expire', async () => {
    const { client, id } = await people.newcomer();
    const { connection } = world.inside.mongo;
    const sessions = connection.collection<{ _id: string; expiresAt: number; forgetAt: Date }>('sessions');
    const own = await sessions.findOne({ member: id } as object);
    expect(own?.forgetAt.getTime()).toBe(own?.expiresAt);
    const older = Array.from({ length: 110 }, (_, n) => ({
      ...(own as NonNullable<typeof own>),
      _id: `${id} ${n}`,
      publicId: `${id} ${n}`,
      seenAt: n,
    }));
    // Inserted before its own session in an order that is not the order of use.
    await sessions.deleteOne({ _id: own?._id ?? '' });
    await sessions.insertMany([...older, own as NonNullable<typeof own>]);
    const listed = (await client.call(getSessions, {})).sessions;
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ current: true });
    expect(listed.at(-1)?.seenAt).toBe(11);
    const token = await connection.collection('tokens').findOne({ member: id });
    expect(token?.['forgetAt'].getTime()).toBe(token?.['expiresAt'] + 30 * DAY_MS);
    for (const name of ['sessions', 'tokens']) {
      const forgetting = (await connection.collection(name).indexes()).find(({ key }) => key['forgetAt']);
      expect(forgetting?.expireAfterSeconds).toBe(0);
    }
  });

  it('stores the language [S7-009 S3-006]', async () => {
    const { client } = await people.newcomer();
    expect((await client.call(updateLanguage, { language: 'de' })).user.language).toBe('de');
    expect((await client.call(getUser, {})).user.language).toBe('de');
  });

  it('shows the signed-in member [S7-065 S3-001 S3-005 S3-007 S3-012 S3-013 S3-014 S3-015 S3-016]', async () => {
    const { client, entered } = await people.newcomer();
    const { user, serverAt } = await client.call(getUser, {});
    expect(user).toMatchObject({
      status: 'active',
      fictional_icon: true,
      language: 'en',
      profile: { name: entered.name, country: 'NL', status: 'active', main_image: null },
    });
    expect(Math.abs(serverAt - user.signup_date)).toBeLessThan(60_000);
  });
});
