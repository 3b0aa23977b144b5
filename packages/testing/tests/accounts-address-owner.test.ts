import { randomUUID } from 'node:crypto';
import {
  activate,
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  getEmailChange,
  getPartnerOffers,
  getSessions,
  getUser,
  openLink,
  reactivateAccount,
  requestPasswordReset,
  resetPassword,
  signUp,
} from '@heartline/contracts';
import { outcomeOf, PASSWORD, refusalOf } from '@heartline/testing';
import { describe, expect, it } from 'vitest';
import { accountsWorld, NEXT } from './accounts-in-test.ts';

describe('an account that a stranger signed up with another person’s address', () => {
  const { world, people } = accountsWorld({ gateways: 2 });
  const accounts = () =>
    world.inside.mongo.connection.collection<{
      _id: string;
      knownDevices: string[];
      pushSubscribed: boolean;
      partnerOffersAt: number | null;
      partnerOffersLog: { agreed: boolean }[];
    }>('accounts');

  const activationOf = async ({ id }: { id: string }) => ({ token: await people.secretOf(id, 'activation') });

  /** A stranger who signed up and agreed to partner offers. */
  async function agreeingStranger() {
    const site = world.inside.mongo.connection.collection<{ _id: string }>('sites');
    await site.updateOne({ _id: 'default' }, { $set: { member_resell: true } }, { upsert: true });
    world.clock.advance(6_000);
    const stranger = await people.unconfirmed({ key: randomUUID(), partner_offers: true });
    await site.updateOne({ _id: 'default' }, { $set: { member_resell: false } });
    return stranger;
  }

  it('asks for a password in other browsers, and not in the one that signed up', async () => {
    const made = await people.unconfirmed();
    const link = await activationOf(made);
    const elsewhere = world.browser(1);
    expect(await elsewhere.call(openLink, link)).toEqual({ kind: 'activation', asks_password: true });
    expect(await made.client.call(openLink, link)).toEqual({ kind: 'activation', asks_password: false });
    expect(await refusalOf(elsewhere.call(activate, link))).toMatchObject({
      status: 409,
      error: { code: 'PASSWORD_REQUIRED' },
    });
    const other = await people.newcomer();
    expect(await outcomeOf(other.client.call(activate, link))).toBe('PASSWORD_REQUIRED');
    expect((await made.client.call(activate, link)).user.status).toBe('active');
    expect(await elsewhere.call(openLink, link)).toEqual({ kind: 'activation', asks_password: false });
  });

  it('accepts the sign-up password elsewhere, and keeps the browser that signed up', async () => {
    const made = await people.unconfirmed();
    const link = await activationOf(made);
    const elsewhere = world.browser(1);
    expect(await outcomeOf(elsewhere.call(activate, { ...link, password: 'a guess' }))).toBe(
      'PASSWORD_WRONG',
    );
    expect((await elsewhere.call(activate, { ...link, password: PASSWORD })).user.status).toBe('active');
    world.clock.advance(3_000);
    expect((await made.client.call(getUser, {})).user.status).toBe('active');
  });

  it('allows five password guesses for a link, and still accepts a new password', async () => {
    const made = await people.unconfirmed();
    const link = await activationOf(made);
    const guess = (n: number) =>
      outcomeOf(world.browser(n % 2).call(activate, { ...link, password: `guess ${n}` }));
    for (let n = 0; n < 4; n += 1) expect(await guess(n)).toBe('PASSWORD_WRONG');
    for (let n = 0; n < 2; n += 1) expect(await guess(n)).toBe('LOGIN_BLOCKED');
    const owner = world.browser();
    const weak = await refusalOf(owner.call(activate, { ...link, new_password: 'short12' }));
    expect(weak.error.fields).toEqual({ password: 'PASSWORD_TOO_SHORT' });
    expect((await owner.call(activate, { ...link, new_password: NEXT })).user.status).toBe('active');
  });

  it('drops the stranger’s session, password, link, device and consent', async () => {
    const stranger = await agreeingStranger();
    const second = world.browser(1);
    await second.call(signUp, stranger.entered);
    const { id, email } = stranger;
    await stranger.client.call(changeEmail, { email: `stranger-${email}`, password: PASSWORD });
    await world.browser().call(requestPasswordReset, { email });
    const move = { token: await people.secretOf(id, 'email-change') };
    const reset = { token: await people.secretOf(id, 'password-reset'), password: 'other words 12' };
    const strangers = (await accounts().findOne({ _id: id }))?.knownDevices ?? [];
    expect(strangers).toHaveLength(2);
    await accounts().updateOne({ _id: id }, { $set: { pushSubscribed: true } });

    const owner = world.browser();
    await owner.call(activate, { ...(await activationOf(stranger)), new_password: NEXT });

    expect((await refusalOf(stranger.client.call(getUser, {}))).loggedOut).toBe(true);
    expect(await people.isOut(second)).toBe(true);
    expect((await owner.call(getSessions, {})).sessions).toMatchObject([{ current: true }]);
    expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_FAILED');
    expect(await owner.call(getEmailChange, {})).toEqual({ email: null });
    expect(await outcomeOf(world.browser().call(confirmEmail, move))).toBe('LINK_EXPIRED');
    expect(await outcomeOf(world.browser().call(resetPassword, reset))).toBe('LINK_EXPIRED');
    expect(await outcomeOf(world.browser().call(signUp, stranger.entered))).toBe('EMAIL_TAKEN');
    expect(await owner.call(getPartnerOffers, {})).toEqual({ partner_offers: false, since: null });
    const row = await accounts().findOne({ _id: id });
    expect(row?.knownDevices.filter((device) => strangers.includes(device))).toEqual([]);
    expect(row?.pushSubscribed).toBe(false);
    expect((await owner.call(getUser, {})).user.email).toBe(email);
    await people.loggedIn(email, NEXT);
  });

  it('keeps nothing of the stranger when its password is reset before activation', async () => {
    const { client, id, email } = await agreeingStranger();
    await accounts().updateOne({ _id: id }, { $set: { pushSubscribed: true } });
    expect(await accounts().findOne({ _id: id })).toMatchObject({
      knownDevices: [expect.any(String)],
      partnerOffersAt: expect.any(Number),
    });
    const owner = world.browser();
    await owner.call(requestPasswordReset, { email });
    await owner.call(resetPassword, { token: await people.secretOf(id, 'password-reset'), password: NEXT });

    expect(await accounts().findOne({ _id: id })).toMatchObject({
      status: 'not_confirmed',
      knownDevices: [],
      pushSubscribed: false,
      partnerOffersAt: null,
      partnerOffersLog: [{ agreed: true }, { agreed: false }],
    });
    expect(await people.isOut(client)).toBe(true);
    await owner.call(activate, { ...(await activationOf({ id })), password: NEXT });
    expect(await owner.call(getPartnerOffers, {})).toEqual({ partner_offers: false, since: null });
  });

  it('is activated or gets a new password when both are asked for, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { client, id, email } = await people.unconfirmed();
      await world.browser().call(requestPasswordReset, { email });
      const reset = { token: await people.secretOf(id, 'password-reset'), password: NEXT };
      const link = await activationOf({ id });
      const outcomes = await Promise.all([
        outcomeOf(world.browser(1).call(resetPassword, reset)),
        outcomeOf(client.call(activate, link)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1);
    }
  });

  it.each([
    ['the link in the browser that signed up', {}],
    ['the password of the sign-up', { password: PASSWORD }],
  ])('is active after %s, and voids links requested before', async (_, proof) => {
    const { client, id, email } = await people.unconfirmed();
    await client.call(changeEmail, { email: `before-${email}`, password: PASSWORD });
    await world.browser().call(requestPasswordReset, { email });
    const move = { token: await people.secretOf(id, 'email-change') };
    const reset = { token: await people.secretOf(id, 'password-reset'), password: NEXT };
    const browser = 'password' in proof ? world.browser() : client;
    await browser.call(activate, { ...(await activationOf({ id })), ...proof });
    expect(await outcomeOf(world.browser().call(confirmEmail, move))).toBe('LINK_EXPIRED');
    expect(await outcomeOf(world.browser().call(resetPassword, reset))).toBe('LINK_EXPIRED');
    await people.loggedIn(email, PASSWORD);
    // Links requested from now on work.
    world.clock.advance(61_000);
    await browser.call(changeEmail, { email: `after-${email}`, password: PASSWORD });
    await world.browser().call(confirmEmail, { token: await people.secretOf(id, 'email-change') });
    expect((await browser.call(getUser, {})).user.email).toBe(`after-${email}`);
  });

  it('is not activated by the link to its first address once it moved', async () => {
    const { client, id, email } = await people.unconfirmed();
    const link = await activationOf({ id });
    await client.call(changeEmail, { email: `moved-${email}`, password: PASSWORD });
    await world.browser().call(confirmEmail, { token: await people.secretOf(id, 'email-change') });
    expect(await outcomeOf(client.call(activate, link))).toBe('ACTIVATION_FAILED');
    expect(await outcomeOf(world.browser().call(activate, { ...link, new_password: NEXT }))).toBe(
      'ACTIVATION_FAILED',
    );
    expect((await client.call(getUser, {})).user.status).toBe('not_confirmed');
  });

  it('goes to its owner or moves when both links are pressed at once, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { client, id, email } = await people.unconfirmed();
      await client.call(changeEmail, { email: `race-${email}`, password: PASSWORD });
      const move = { token: await people.secretOf(id, 'email-change') };
      const link = await activationOf({ id });
      const [moved, taken] = await Promise.all([
        outcomeOf(world.browser(round % 2).call(confirmEmail, move)),
        outcomeOf(world.browser(1 - (round % 2)).call(activate, { ...link, new_password: NEXT })),
      ]);
      expect([moved, taken].filter((outcome) => outcome === 'OK')).toHaveLength(1);
    }
  });

  it('goes to its owner when the stranger changes the password at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { client, id, email } = await people.unconfirmed();
      const link = await activationOf({ id });
      const owner = world.browser(1);
      const [, taken] = await Promise.all([
        outcomeOf(client.call(changePassword, { old_password: PASSWORD, password: 'other words 12' })),
        outcomeOf(owner.call(activate, { ...link, new_password: NEXT })),
      ]);
      expect(taken).toBe('OK');
      expect(await people.isOut(client)).toBe(true);
      await people.loggedIn(email, NEXT);
    }
  });

  it('is restored by the mailed link only under the owner’s password', async () => {
    const { client, id, email } = await people.unconfirmed();
    await client.call(deleteAccount, { password: PASSWORD });
    const link = { token: await people.secretOf(id, 'account-deleted') };
    const owner = world.browser();
    expect(await owner.call(openLink, link)).toEqual({ kind: 'reactivation', asks_password: true });
    expect(await outcomeOf(owner.call(reactivateAccount, link))).toBe('PASSWORD_REQUIRED');
    const { user } = await owner.call(reactivateAccount, { ...link, new_password: NEXT });
    expect(user).toMatchObject({ id, status: 'active' });
    expect((await owner.call(getUser, {})).user.status).toBe('active');
    expect(await outcomeOf(people.loggedIn(email, PASSWORD))).toBe('LOGIN_FAILED');
    await people.loggedIn(email, NEXT);
  });
});
