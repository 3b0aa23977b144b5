import {
  changeEmail,
  changePassword,
  deleteAccount,
  reactivateAccount,
  requestPasswordReset,
  resendActivation,
  resetPassword,
} from '@heartline/contracts';
import { outcomeOf, PASSWORD, refusalOf } from '@heartline/testing';
import { describe, expect, it, vi } from 'vitest';
import { accountsWorld, NEXT } from './accounts-in-test.ts';

describe('limits of requested mails', () => {
  const { world, people } = accountsWorld({ gateways: 2 });

  const mailsTo = (member: string, template: string) => people.mails().countDocuments({ member, template });
  const anybody = () => world.browser();

  /** The wait in seconds that a refusal names. */
  async function waitOf(asked: Promise<unknown>): Promise<number> {
    const { error } = await refusalOf(asked);
    expect(error.code).toBe('MAILED_RECENTLY');
    const seconds = Number(error.values?.['seconds']);
    expect(error.message).toContain(String(seconds));
    return seconds;
  }

  it('sends a mail after each OK, and names the wait after a used reset link', async () => {
    const { id, email } = await people.newcomer();
    await anybody().call(requestPasswordReset, { email });
    const token = await people.secretOf(id, 'password-reset');
    await anybody().call(resetPassword, { token, password: NEXT });
    world.clock.advance(20_000);
    const seconds = await waitOf(anybody().call(requestPasswordReset, { email }));
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(40);
    expect(await mailsTo(id, 'password-reset')).toBe(1);
    world.clock.advance(seconds * 1_000);
    await anybody().call(requestPasswordReset, { email });
    expect(await mailsTo(id, 'password-reset')).toBe(2);
  });

  it('sends a mail after each OK, and names the wait after an expired address link', async () => {
    const { client, id, email } = await people.newcomer();
    const change = { email: `next-${email}` };
    await client.call(changeEmail, { ...change, password: PASSWORD });
    await client.call(changePassword, { old_password: PASSWORD, password: NEXT });
    const seconds = await waitOf(client.call(changeEmail, { ...change, password: NEXT }));
    // Another address has a limit of its own.
    await client.call(changeEmail, { email: `other-${email}`, password: NEXT });
    world.clock.advance(seconds * 1_000);
    await client.call(changeEmail, { ...change, password: NEXT });
    expect(await people.mails().countDocuments({ member: id, to: change.email })).toBe(2);
  });

  it('sends one mail a minute to an address, in any spelling of a new address', async () => {
    const { client, id } = await people.newcomer();
    const name = `reader.${id}`;
    const ask = (email: string) => client.call(changeEmail, { email, password: PASSWORD });
    await ask(`${name}+1@gmail.com`);
    for (const spelled of [`${name}+2@gmail.com`, `${name.toUpperCase()}@gmail.com`, `reader${id}@gmail.com`])
      expect(await waitOf(ask(spelled))).toBeGreaterThan(50);
    expect(await mailsTo(id, 'email-change')).toBe(1);
  });

  it('sends the mail when the database expires the limit at the same time', async () => {
    const { id, email } = await people.newcomer();
    const { accounts } = world.inside.core;
    await accounts.requestPasswordReset(email, 'default');
    world.clock.advance(61_000);
    const rounds = world.inside.mongo.connection.collection('mailTurns');
    vi.spyOn(rounds, 'updateOne').mockImplementationOnce(async (...change) => {
      await rounds.deleteMany({});
      return rounds.updateOne(...change);
    });
    expect(await accounts.requestPasswordReset(email, 'default')).toMatchObject({ ok: true });
    expect(await mailsTo(id, 'password-reset')).toBe(2);
    expect(await waitOf(anybody().call(requestPasswordReset, { email }))).toBeGreaterThan(50);
  });

  it('allows no new mail right after sign-up, and never reveals known addresses', async () => {
    const { id, email } = await people.unconfirmed();
    const seconds = await waitOf(anybody().call(resendActivation, { email: email.toUpperCase() }));
    world.clock.advance(seconds * 1_000);
    const stranger = 'nobody.at.all@mail.example';
    for (const address of [email, stranger]) {
      expect(await anybody().call(resendActivation, { email: address })).toEqual({ ok: true });
      expect(await waitOf(anybody().call(resendActivation, { email: address }))).toBeGreaterThan(50);
    }
    expect(await mailsTo(id, 'activation')).toBe(2);
    expect(await anybody().call(resendActivation, { email: 'no address' })).toEqual({ ok: true });
  });

  it('mails the restore link to a leaving member, and names the next possible time', async () => {
    const { client, id, email } = await people.newcomer();
    await client.call(deleteAccount, { password: PASSWORD });
    const ask = async () => (await refusalOf(people.loggedIn(email, PASSWORD))).error;
    const first = await ask();
    expect(first.code).toBe('EMAIL_PENDING_DELETION');
    expect(first.values?.['seconds']).toBeGreaterThan(50);
    expect(await mailsTo(id, 'account-deleted')).toBe(1);
    world.clock.advance(61_000);
    const forgot = await refusalOf(anybody().call(requestPasswordReset, { email }));
    expect(forgot.error).toMatchObject({ code: 'EMAIL_PENDING_DELETION', values: { seconds: 60 } });
    expect(await mailsTo(id, 'account-deleted')).toBe(2);
    await anybody().call(reactivateAccount, { token: await people.secretOf(id, 'account-deleted') });
  });

  it('sends one mail for ten requests at the same time', async () => {
    const { id, email } = await people.newcomer();
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        outcomeOf(world.browser(n % 2).call(requestPasswordReset, { email })),
      ),
    );
    expect(asked.toSorted()).toEqual([...Array<string>(9).fill('MAILED_RECENTLY'), 'OK']);
    expect(await mailsTo(id, 'password-reset')).toBe(1);
  });
});
