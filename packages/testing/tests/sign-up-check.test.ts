import { checkSignUp, getUser, LIMITS, signUp } from '@heartline/contracts';
import { refusalOf, signUpForm, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KEY = '0b0e7a1c-1111-4111-8111-00000000000';

describe('checking an address and a name before the sign-up', () => {
  let world: WorldHere;
  beforeAll(async () => {
    world = await startWorld({ here: true });
  });
  afterAll(() => world?.stop());

  const ask = (input: { email: string; name?: string; key?: string }) =>
    world.browser().call(checkSignUp, input);
  const codeOf = async (input: Parameters<typeof ask>[0]) => (await refusalOf(ask(input))).error.code;

  it('reports a free address, and reserves nothing', async () => {
    const form = signUpForm();
    expect(await ask({ email: form.email, name: form.name })).toEqual({ ok: true });
    expect(await ask({ email: form.email })).toEqual({ ok: true });
    expect(await world.browser().call(signUp, form)).toEqual({ email: form.email });
  });

  it('refuses the address of a member, in any spelling, and of a leaving one', async () => {
    await world.people(
      { email: 'j.doe@gmail.com', account: { emailKey: 'jdoe@gmail.com' } },
      { email: 'leaving@mail.example', status: 'deleted' },
    );
    expect(await codeOf({ email: 'JDoe+x@googlemail.com' })).toBe('EMAIL_TAKEN');
    expect(await codeOf({ email: 'leaving@mail.example' })).toBe('EMAIL_PENDING_DELETION');
  });

  it('treats an address claimed by an earlier try of the same sign-up as free', async () => {
    const form = signUpForm({ key: `${KEY}1` });
    await world.browser().call(signUp, form);
    expect(await ask({ email: form.email, key: `${KEY}1` })).toEqual({ ok: true });
    expect(await codeOf({ email: form.email, key: `${KEY}2` })).toBe('EMAIL_TAKEN');
  });

  it('reports what is wrong with the address and the name', async () => {
    const fieldsOf = async (email: string, name: string) =>
      (await refusalOf(ask({ email, name }))).error.fields;
    expect(await fieldsOf('abc', '@abc')).toEqual({ email: 'EMAIL_INVALID', name: 'NAME_STARTS_WITH_AT' });
    expect(await fieldsOf('a@mail.example', 'Klantenservice')).toEqual({ name: 'NAME_IS_RESERVED' });
    expect(await fieldsOf('a@mail.example', 'www.evil.com')).toEqual({ name: 'NAME_IS_WEB_ADDRESS' });
    expect(await fieldsOf('a@mail.example', '\u3164\u3164')).toEqual({ name: 'INVALID' });
    const form = signUpForm({ name: 'bit.ly' });
    expect((await refusalOf(world.browser().call(signUp, form))).error.fields).toEqual({
      name: 'NAME_IS_WEB_ADDRESS',
    });
  });

  it('ignores the names of other members', async () => {
    const [member] = await world.people({ name: 'www.evil.com' });
    expect((await member.http.call(getUser, {})).user.profile.name).toBe('www.evil.com');
  });

  it('takes the same time for known and new addresses', async () => {
    await world.people({ email: 'known@mail.example' });
    const took = async (email: string) => {
      const started = performance.now();
      await ask({ email }).catch(() => undefined);
      return performance.now() - started;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      known.push(await took('known@mail.example'));
      unknown.push(await took(`new-${round}@mail.example`));
    }
    for (const ms of [...known, ...unknown]) expect(ms).toBeGreaterThan(145);
    expect(Math.min(...known)).toBeLessThan(1.5 * Math.min(...unknown));
  });

  it('is limited per network', async () => {
    expect(LIMITS.signupCheck).toEqual({ points: 60, seconds: 600, by: 'network', failClosed: true });
    const client = world.browser();
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, n) =>
        client.callOnce(checkSignUp, { email: `many-${n}@mail.example` }).then(
          () => 'ok',
          () => 'limited',
        ),
      ),
    );
    expect(answers.filter((one) => one === 'limited')).toHaveLength(1);
  });
});
