import { availableParallelism } from 'node:os';
import {
  activate,
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  getUser,
  reactivateAccount,
  requestPasswordReset,
  resetPassword,
} from '@heartline/contracts';
import { type HttpClient, outcomeOf, PASSWORD } from '@heartline/testing';
import { describe, expect, it } from 'vitest';
import { accountsWorld, NEXT } from './accounts-in-test.ts';

/** Sends the second client's requests with the first one's cookies, as one browser at another gateway. */
function movedOn(from: HttpClient, to: HttpClient): HttpClient {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
  return to;
}

describe('repeated account requests', () => {
  const { world, people } = accountsWorld({ gateways: 2 });

  it('repeats an activation for the signed-in member and refuses it to anybody else', async () => {
    const { client, id } = await people.unconfirmed();
    const other = await people.newcomer();
    const token = await people.secretOf(id, 'activation');
    // The other gateway caches for a moment that the account is not confirmed.
    const there = movedOn(client, world.browser(1));
    expect((await there.call(getUser, {})).user.status).toBe('not_confirmed');
    await client.call(activate, { token });
    const { user } = await movedOn(client, there).call(activate, { token });
    expect(user).toMatchObject({ id, status: 'active', credits: 3 });
    expect((await there.call(getUser, {})).user.id).toBe(id);
    for (const browser of [other.client, world.browser()])
      expect(await outcomeOf(browser.call(activate, { token }))).toBe('ACTIVATION_FAILED');
    expect((await other.client.call(getUser, {})).user.id).toBe(other.id);
  });

  it('repeats an address change whose answer was lost while the address stays', async () => {
    const { client, id, email } = await people.newcomer();
    const moveTo = async (next: string) => {
      world.clock.advance(61_000);
      await client.call(changeEmail, { email: next, password: PASSWORD });
      return { token: await people.secretOf(id, 'email-change') };
    };
    const first = await moveTo(`one-${email}`);
    for (let n = 0; n < 2; n += 1)
      expect(await world.browser().call(confirmEmail, first)).toEqual({ email: `one-${email}` });
    const notified = await people.mails().find({ member: id, template: 'email-changed' }).toArray();
    expect(notified).toHaveLength(1);
    await world.browser().call(confirmEmail, await moveTo(email));
    expect(await outcomeOf(world.browser().call(confirmEmail, first))).toBe('LINK_EXPIRED');
    expect((await client.call(getUser, {})).user.email).toBe(email);
  });

  it('voids a password link when the address it was mailed to changes', async () => {
    const { client, id, email } = await people.newcomer();
    await world.browser().call(requestPasswordReset, { email });
    const token = await people.secretOf(id, 'password-reset');
    await client.call(changeEmail, { email: `safe-${email}`, password: PASSWORD });
    await world.browser().call(confirmEmail, { token: await people.secretOf(id, 'email-change') });
    expect(await outcomeOf(world.browser().call(resetPassword, { token, password: NEXT }))).toBe(
      'LINK_EXPIRED',
    );
    await people.loggedIn(`safe-${email}`, PASSWORD);
  });

  it('refuses the restore link of one deletion after the next deletion', async () => {
    const { client, id, email } = await people.newcomer();
    await client.call(deleteAccount, { password: PASSWORD });
    const first = await people.secretOf(id, 'account-deleted');
    world.clock.advance(61_000);
    await outcomeOf(people.loggedIn(email, PASSWORD));
    const second = await people.secretOf(id, 'account-deleted');
    const back = world.browser();
    await back.call(reactivateAccount, { token: second });
    world.clock.advance(61_000);
    await back.call(deleteAccount, { password: PASSWORD });
    expect(await outcomeOf(world.browser().call(reactivateAccount, { token: first }))).toBe('LINK_EXPIRED');
    const third = await people.secretOf(id, 'account-deleted');
    await world.browser().call(reactivateAccount, { token: third });
  });

  it('repeats a restored deletion for the signed-in member and refuses it to others', async () => {
    const { client, id } = await people.newcomer();
    const other = await people.newcomer();
    await client.call(deleteAccount, { password: PASSWORD });
    const token = await people.secretOf(id, 'account-deleted');
    const back = world.browser();
    for (let n = 0; n < 2; n += 1)
      expect((await back.call(reactivateAccount, { token })).user).toMatchObject({ id, status: 'active' });
    expect((await back.call(getUser, {})).user.id).toBe(id);
    for (const browser of [other.client, world.browser()])
      expect(await outcomeOf(browser.call(reactivateAccount, { token }))).toBe('LINK_EXPIRED');
    expect((await other.client.call(getUser, {})).user.id).toBe(other.id);
  });

  it('counts no guess for log-ins turned away while many passwords are checked', async () => {
    const { client } = await people.newcomer();
    const forgetful = await people.newcomer();
    await world.browser().call(requestPasswordReset, { email: forgetful.email });
    const link = { token: await people.secretOf(forgetful.id, 'password-reset'), password: NEXT };
    await world.browser().call(resetPassword, link);
    const { accounts } = world.gateways[0].core;
    const ask = () => [
      outcomeOf(client.call(changePassword, { old_password: PASSWORD, password: PASSWORD })),
      outcomeOf(world.browser().call(resetPassword, link)),
    ];
    const flood = Array.from({ length: 50 * availableParallelism() }, (_, n) =>
      accounts
        .logIn({ email: `nobody-${n}@mail.example`, password: 'a guess' }, 'default', { name: 'test' })
        .catch(() => 'BUSY'),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, ask).flat());
    expect(answers).toContain('UNAVAILABLE');
    // One log-in may have found a slot that had just become free.
    for (const answer of answers) expect(['UNAVAILABLE', 'OK']).toContain(answer);
    expect(await Promise.all(flood)).toContain('BUSY');
    expect(await Promise.all(ask())).toEqual(['OK', 'OK']);
  });
});
