import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  endSession,
  getEmailChange,
  getPartnerOffers,
  getUser,
  logIn,
  openLink,
  reactivateAccount,
  requestPasswordReset,
  resetPassword,
  searchMembers,
  setPartnerOffers,
} from '@heartline/contracts';
import { outcomeOf, PASSWORD, refusalOf } from '@heartline/testing';
import { describe, expect, it } from 'vitest';
import { accountsWorld, DAY_MS, HOUR_MS, NEXT } from './accounts-in-test.ts';

describe('account lifecycle over HTTP', () => {
  const { world, people } = accountsWorld({ gateways: 2 });

  it('clears the browser’s data only after a log-out from another device', async () => {
    const { client, entered } = await people.newcomer();
    const phone = world.browser(1);
    await phone.call(logIn, { email: entered.email, password: PASSWORD });
    await client.call(changePassword, { old_password: PASSWORD, password: 'seven green otters' });
    world.clock.advance(5_000);
    const ended = await refusalOf(phone.call(getUser, {}));
    expect(ended.loggedOut).toBe(true);
    expect(ended.error.values).toBeUndefined();
    await phone.call(logIn, { email: entered.email, password: 'seven green otters' });
    await client.call(endSession, {});
    world.clock.advance(5_000);
    expect((await refusalOf(phone.call(getUser, {}))).error.values).toEqual({ wipe: 1 });
  });

  describe('a change of address', () => {
    it('applies when the new address confirms it, and notifies the old one [S7-052 S2-042]', async () => {
      const { client, id, email } = await people.newcomer();
      const next = `moved-${email}`;
      await world.inside.mongo.connection
        .collection<{ _id: string }>('accounts')
        .updateOne({ _id: id }, { $set: { notificationsDisabled: ['fbl', 'bounce'] } });
      expect(await client.call(changeEmail, { email: next, password: PASSWORD })).toEqual({ email: next });
      expect((await client.call(getUser, {})).user.email).toBe(email);
      expect(await client.call(getEmailChange, {})).toEqual({ email: next });
      const mail = await people.mailTo(id, 'email-change');
      expect(mail?.to).toBe(next);
      const token = mail?.secret ?? '';
      const scanner = world.browser();
      for (const method of ['GET', 'HEAD']) await scanner.send(method, `/mail-change/do?token=${token}`);
      expect(await world.browser(1).call(confirmEmail, { token })).toEqual({ email: next });
      expect(await client.call(getEmailChange, {})).toEqual({ email: null });
      expect(await people.mailTo(id, 'email-changed')).toMatchObject({ to: email, secret: null });
      world.clock.advance(3_000);
      // The bounce concerned the old address; the complaint came from the member and stays.
      expect((await client.call(getUser, {})).user).toMatchObject({
        email: next,
        notifications_disabled: ['fbl'],
      });
      await people.loggedIn(next, PASSWORD);
      expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_FAILED');
      // The old address is free for another account.
      await people.newcomer({ email, name: 'Second' });
    });

    it('refuses a taken and an invalid address in the specified words [S5-016 S5-017 S8-017 S8-018]', async () => {
      const { client } = await people.newcomer();
      const other = await people.newcomer();
      const change = (email: string) => refusalOf(client.call(changeEmail, { email, password: PASSWORD }));
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
      const { client } = await people.newcomer();
      const refused = await refusalOf(
        client.call(changeEmail, { email: 'thief@mail.example', password: 'a guess' }),
      );
      expect(refused.error).toMatchObject({ code: 'PASSWORD_WRONG', message: 'Check your password.' });
    });

    it('gives an address to one of two members who confirm it at the same time', async () => {
      const [a, b] = [await people.newcomer(), await people.newcomer()];
      const email = 'wanted@mail.example';
      const tokens: string[] = [];
      for (const { client, id } of [a, b]) {
        await client.call(changeEmail, { email, password: PASSWORD });
        tokens.push(await people.secretOf(id, 'email-change'));
      }
      const outcomes = await Promise.allSettled(
        tokens.map((token, gateway) => world.browser(gateway).call(confirmEmail, { token })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const owners = await world.inside.mongo.connection.collection('accounts').find({ email }).toArray();
      expect(owners).toHaveLength(1);
    });

    it('moves to one of two addresses confirmed at once, and frees the other one', async () => {
      const { client, id, email } = await people.newcomer();
      const tokens: string[] = [];
      for (const next of [`one-${email}`, `two-${email}`]) {
        await client.call(changeEmail, { email: next, password: PASSWORD });
        tokens.push(await people.secretOf(id, 'email-change'));
        world.clock.advance(10);
      }
      const outcomes = await Promise.allSettled(
        tokens.map((token, gateway) => world.browser(gateway).call(confirmEmail, { token })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const claims = await world.inside.mongo.connection.collection('emails').find({ member: id }).toArray();
      expect(claims).toHaveLength(1);
    });
  });

  describe('a deletion', () => {
    it('closes the account at once, hides the profile and mails a restore link [S7-053]', async () => {
      const { client, id, email } = await people.newcomer();
      const phone = await people.loggedIn(email, PASSWORD, 1);
      await phone.call(getUser, {});
      const other = await people.newcomer();
      expect(await outcomeOf(client.call(deleteAccount, { password: 'a guess' }))).toBe('PASSWORD_WRONG');
      const { eraseAt } = await client.call(deleteAccount, { password: PASSWORD });
      expect(Math.abs(eraseAt - world.clock.now() - 14 * DAY_MS)).toBeLessThan(60_000);
      expect(client.cookies.has('__Host-session')).toBe(false);
      expect(await people.isOut(phone)).toBe(true);
      const { results } = await other.client.call(searchMembers, {});
      expect(results.map((card) => card.id)).not.toContain(id);
      expect(await people.mailTo(id, 'account-deleted')).toBeDefined();
      const login = await refusalOf(people.loggedIn(email, PASSWORD));
      expect(login.error.code).toBe('EMAIL_PENDING_DELETION');
      const reset = await refusalOf(world.browser().call(requestPasswordReset, { email }));
      expect(reset.error.code).toBe('EMAIL_PENDING_DELETION');
    });

    it('is undone by the mailed link a minute before its 14 days end [S4-003 S9-007 S7-054 S4-005]', async () => {
      const { client, id, email } = await people.newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await people.secretOf(id, 'account-deleted');
      expect(await world.browser().call(openLink, { token })).toEqual({
        kind: 'reactivation',
        asks_password: false,
      });
      world.clock.advance(14 * DAY_MS - HOUR_MS);
      const back = world.browser(1);
      const { user } = await back.call(reactivateAccount, { token });
      expect(user).toMatchObject({ email, status: 'active', credits: 3 });
      expect((await back.call(getUser, {})).user.profile.status).toBe('active');
      const other = await people.newcomer();
      const { results } = await other.client.call(searchMembers, {});
      expect(results.map((card) => card.id)).toContain(id);
      expect(await outcomeOf(world.browser().call(reactivateAccount, { token }))).toBe('LINK_EXPIRED');
      expect((await refusalOf(client.call(getUser, {}))).loggedOut).toBe(true);
    });

    it('is final after 14 days, with its own link or another one [S4-004 S9-007]', async () => {
      const { client, id, email } = await people.newcomer();
      const other = await people.newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await people.secretOf(id, 'account-deleted');
      world.clock.advance(14 * DAY_MS + HOUR_MS);
      // No restore is offered either, although the sweep that erases the account may run minutes later.
      expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_FAILED');
      expect(await outcomeOf(world.browser().call(requestPasswordReset, { email }))).toBe('EMAIL_NOT_FOUND');
      expect(await people.secretOf(id, 'account-deleted')).toBe(token);
      expect(await outcomeOf(world.browser().call(reactivateAccount, { token }))).toBe('LINK_EXPIRED');
      await other.client.call(requestPasswordReset, { email: other.email });
      const reset = await people.secretOf(other.id, 'password-reset');
      expect(await outcomeOf(world.browser().call(reactivateAccount, { token: reset }))).toBe('LINK_EXPIRED');
    });

    it('is undone once when twenty requests use the link at the same time', async () => {
      const { client, id } = await people.newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const token = await people.secretOf(id, 'account-deleted');
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => world.browser(n % 2).call(reactivateAccount, { token })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('mails the restore link again after a log-in with the right password', async () => {
      const { client, id, email } = await people.newcomer();
      await client.call(deleteAccount, { password: PASSWORD });
      const first = await people.secretOf(id, 'account-deleted');
      world.clock.advance(61_000);
      await refusalOf(people.loggedIn(email, 'wrong guess'));
      expect(await people.secretOf(id, 'account-deleted')).toBe(first);
      await refusalOf(people.loggedIn(email, PASSWORD));
      const second = await people.secretOf(id, 'account-deleted');
      expect(second).not.toBe(first);
      await world.browser().call(reactivateAccount, { token: second });
    });
  });

  it('stores each consent to partner offers once, with its time', async () => {
    const { connection } = world.inside.mongo;
    const ask = async (member_resell: boolean) => {
      const site = connection.collection<{ _id: string }>('sites');
      await site.updateOne({ _id: 'default' }, { $set: { member_resell } }, { upsert: true });
      world.clock.advance(6_000);
    };
    await ask(true);
    const { client, id } = await people.unconfirmed({ partner_offers: true });
    const accounts = connection.collection<{ _id: string; partnerOffersLog: object[] }>('accounts');
    const logOf = async () => (await accounts.findOne({ _id: id }))?.partnerOffersLog;
    const versionNow = async () => (await client.call(getUser, {})).version.n;
    const change = (partner_offers: boolean) => client.call(setPartnerOffers, { partner_offers });
    const agreed = await client.call(getPartnerOffers, {});
    expect(agreed).toEqual({ partner_offers: true, since: expect.any(Number) });
    const before = await versionNow();
    world.clock.advance(1_000);
    // A repeated answer keeps its time, and other devices get no event.
    expect(await change(true)).toEqual(agreed);
    const given = { agreed: true, at: agreed.since };
    expect([await logOf(), await versionNow()]).toEqual([[given], before]);

    const off = { partner_offers: false, since: null };
    expect(await Promise.all([change(false), change(false)])).toEqual([off, off]);
    expect(await logOf()).toEqual([given, { agreed: false, at: expect.any(Number) }]);
    expect(await versionNow()).toBe(before + 1);

    await ask(false);
    expect(await outcomeOf(change(true))).toBe('NOT_FOUND');
    expect(await change(false)).toEqual(off);
    await ask(true);
    expect((await change(true)).since).toBeGreaterThan(agreed.since ?? 0);
    expect(await change(false)).toEqual(off);
    await ask(false);
  });

  it('opens one-time links by kind, uses up none, and refuses unknown ones', async () => {
    const { id, email } = await people.newcomer();
    await world.browser().call(requestPasswordReset, { email });
    const token = await people.secretOf(id, 'password-reset');
    for (let n = 0; n < 3; n += 1) {
      expect(await world.browser().call(openLink, { token })).toEqual({
        kind: 'reset',
        asks_password: false,
      });
    }
    await world.browser().call(resetPassword, { token, password: NEXT });
    for (const unknown of ['', 'terms', 'x'.repeat(43)]) {
      expect((await refusalOf(world.browser().call(openLink, { token: unknown }))).status).toBe(404);
    }
  });
});
