import {
  activate,
  changeEmail,
  changePassword,
  deleteAccount,
  requestPasswordReset,
  resetPassword,
  startExport,
} from '@heartline/contracts';
import { outcomeOf } from '@heartline/testing';
import { describe, expect, it } from 'vitest';
import { accountsWorld } from './accounts-in-test.ts';

/** One password as two keyboards type it: with composed and with decomposed letters. */
const COMPOSED = 'Za\u017c\u00f3\u0142\u0107-g\u0119\u015bl\u0105-7';
const APART = COMPOSED.normalize('NFD');
/** argon2id of `APART`, as an older version stored it. */
const HASH_APART =
  '$argon2id$v=19$m=19456,t=2,p=1$d6wzIolMfPkV70e7yQ1DKQ$O/XJQRSBlFwJVDwS6tJHytPoIavB2C5JWUoMy4ypxIo';

describe('a password in two Unicode forms', () => {
  const { world, people } = accountsWorld();
  const accounts = () =>
    world.inside.mongo.connection.collection<{ _id: string; passwordHash: string }>('accounts');
  const hashOf = async (id: string) => (await accounts().findOne({ _id: id }))?.passwordHash ?? '';

  it.each([
    ['composed', COMPOSED, APART],
    ['decomposed', APART, COMPOSED],
  ])('set in %s form opens the account in the other form, at every prompt', async (_, set, typed) => {
    const { client, id, email } = await people.newcomer({ password: set });
    await people.loggedIn(email, typed);
    await client.call(changeEmail, { email: `new-${email}`, password: typed });
    await client.call(startExport, { password: typed });
    await client.call(changePassword, { old_password: typed, password: `${set}-x` });
    await people.loggedIn(email, `${typed}-x`);
    await world.browser().call(requestPasswordReset, { email });
    const token = await people.secretOf(id, 'password-reset');
    await world.browser().call(resetPassword, { token, password: set });
    // Repeated in the other form, since the answer was lost.
    await world.browser().call(resetPassword, { token, password: typed });
    const back = await people.loggedIn(email, typed);
    expect(await outcomeOf(back.call(deleteAccount, { password: `${typed}!` }))).toBe('PASSWORD_WRONG');
    await back.call(deleteAccount, { password: typed });
  });

  it('confirms a mailed activation link in the other form', async () => {
    const { id } = await people.unconfirmed({ password: COMPOSED });
    const token = await people.secretOf(id, 'activation');
    const { user } = await world.browser().call(activate, { token, password: APART });
    expect(user.status).toBe('active');
  });

  it('opens an older account in both forms, and the first log-in rewrites the hash', async () => {
    const { id, email } = await people.newcomer();
    await accounts().updateOne({ _id: id }, { $set: { passwordHash: HASH_APART } });
    world.clock.advance(5_000);
    expect(await outcomeOf(people.loggedIn(email, `${APART}!`))).toBe('LOGIN_FAILED');
    expect(await hashOf(id)).toBe(HASH_APART);
    await people.loggedIn(email, APART);
    const rewritten = await hashOf(id);
    expect(rewritten).not.toBe(HASH_APART);
    for (const typed of [COMPOSED, APART]) await people.loggedIn(email, typed);
    expect(await hashOf(id)).toBe(rewritten);
  });

  it('is changed in one request for an older account, and keeps the session', async () => {
    const { client, id, email } = await people.newcomer();
    await accounts().updateOne({ _id: id }, { $set: { passwordHash: HASH_APART } });
    world.clock.advance(5_000);
    await client.call(changePassword, { old_password: COMPOSED, password: 'seven green otters' });
    await people.loggedIn(email, 'seven green otters');
    expect(
      (await client.call(changeEmail, { email: `n-${email}`, password: 'seven green otters' })).email,
    ).toBe(`n-${email}`);
  });
});
