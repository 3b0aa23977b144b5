import { expect, it } from 'vitest';
import { dropDraft, keepDraft, readDraft } from './sign-up-draft.ts';
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
  password: 'correct horse battery',
};

it('S3-056 S3-057 S3-059 keeps e-mail, name and date of birth over a reload', () => {
  const storage = memory();
  keepDraft(answers, storage);
  expect(readDraft(storage)).toEqual({ ...answers, password: '' });
});

it('S3-058 never stores the password', () => {
  const storage = memory();
  keepDraft(answers, storage);
  expect([...storage.stored.values()].join(' ')).not.toMatch(/password|correct horse/);
});

it('survives what others wrote into the store', () => {
  const storage = memory();
  storage.setItem('signup-draft', 'not json');
  expect(readDraft(storage)).toEqual(NO_ANSWERS);
  storage.setItem('signup-draft', JSON.stringify({ email: 7, name: 'Jo', admin: 'yes', password: 'x' }));
  expect(readDraft(storage)).toEqual({ ...NO_ANSWERS, name: 'Jo' });
  storage.setItem('signup-draft', 'null');
  expect(readDraft(storage)).toEqual(NO_ANSWERS);
});

it('is gone once the account is made', () => {
  const storage = memory();
  keepDraft(answers, storage);
  dropDraft(storage);
  expect(storage.stored.size).toBe(0);
});
