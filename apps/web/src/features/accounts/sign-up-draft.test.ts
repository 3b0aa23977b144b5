import { beforeEach, expect, it } from 'vitest';
import { dropDraft } from '../../client/sign-up-draft.ts';
import { localStore } from '../../client/storage.ts';
import { keepDraft, readDraft, readPlace } from './sign-up-draft.ts';
import { NO_ANSWERS } from './sign-up-rules.ts';

const answers = {
  ...NO_ANSWERS,
  email: 'mara@example.nl',
  name: 'Mara',
  gender: 'female' as const,
  date_of_birth: '1990-02-03',
  signup_message: 'I like the sea.',
  password: 'correct horse battery',
};
const place = { step: 3, key: '6f1c1e0e-6a52-4d0a-9d52-6a2f7a3f3c11' };

beforeEach(() => localStore.remove('signup-draft'));

it('stores e-mail, name, date of birth and message under their names [S3-056 S3-057 S3-059 S3-060]', () => {
  keepDraft(answers, place);
  expect(JSON.parse(localStore.get('signup-draft') ?? '')).toMatchObject({
    email: 'mara@example.nl',
    name: 'Mara',
    date_of_birth: '1990-02-03',
    signup_message: 'I like the sea.',
  });
  expect(readDraft()).toEqual({ ...answers, password: '' });
  expect(readPlace()).toEqual(place);
});

it('never stores the password', () => {
  keepDraft(answers, place);
  expect(localStore.names().map(localStore.get).join(' ')).not.toMatch(/password|correct horse/);
});

it('begins at step 0 under a key of its own', () => {
  const { step, key } = readPlace();
  expect(step).toBe(0);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(readPlace().key).not.toBe(key);
});

it('ignores foreign values in the store', () => {
  for (const junk of ['not json', 'null', '7', '[1]']) {
    localStore.set('signup-draft', junk);
    expect(readDraft()).toEqual(NO_ANSWERS);
    expect(readPlace().step).toBe(0);
  }
  const strange = { email: 7, name: 'Jo', admin: 'yes', password: 'x', step: 99, key: '<script>' };
  localStore.set('signup-draft', JSON.stringify(strange));
  expect(readDraft()).toEqual({ ...NO_ANSWERS, name: 'Jo' });
  expect(readPlace().step).toBe(0);
  expect(readPlace().key).toMatch(/^[0-9a-f-]{36}$/);
});

it('is deleted once the account exists', () => {
  keepDraft(answers, place);
  dropDraft();
  expect(localStore.names()).toEqual([]);
});
