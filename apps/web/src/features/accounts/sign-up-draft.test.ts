import { expect, it } from 'vitest';
import { dropDraft, keepDraft, readDraft, readPlace } from './sign-up-draft.ts';
import { NO_ANSWERS } from './sign-up-rules.ts';

function memory() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

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

it('S3-056 S3-057 S3-059 S3-060 keeps e-mail, name, date of birth and message under their names', () => {
  const storage = memory();
  keepDraft(answers, place, storage);
  expect(JSON.parse(storage.getItem('signup-draft') ?? '')).toMatchObject({
    email: 'mara@example.nl',
    name: 'Mara',
    date_of_birth: '1990-02-03',
    signup_message: 'I like the sea.',
  });
  expect(readDraft(storage)).toEqual({ ...answers, password: '' });
  expect(readPlace(storage)).toEqual(place);
});

it('never stores the password', () => {
  const storage = memory();
  keepDraft(answers, place, storage);
  expect([...storage.stored.values()].join(' ')).not.toMatch(/password|correct horse/);
});

it('begins at step 0 under a key of its own', () => {
  const { step, key } = readPlace(memory());
  expect(step).toBe(0);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(readPlace(memory()).key).not.toBe(key);
});

it('survives what others wrote into the store', () => {
  const storage = memory();
  for (const junk of ['not json', 'null', '7', '[1]']) {
    storage.setItem('signup-draft', junk);
    expect(readDraft(storage)).toEqual(NO_ANSWERS);
    expect(readPlace(storage).step).toBe(0);
  }
  const strange = { email: 7, name: 'Jo', admin: 'yes', password: 'x', step: 99, key: '<script>' };
  storage.setItem('signup-draft', JSON.stringify(strange));
  expect(readDraft(storage)).toEqual({ ...NO_ANSWERS, name: 'Jo' });
  expect(readPlace(storage).step).toBe(0);
  expect(readPlace(storage).key).toMatch(/^[0-9a-f-]{36}$/);
});

it('is gone once the account is made', () => {
  const storage = memory();
  keepDraft(answers, place, storage);
  dropDraft(storage);
  expect(storage.stored.size).toBe(0);
});
