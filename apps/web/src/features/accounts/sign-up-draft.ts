import { NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';

const KEY = 'signup-draft';

/** What was answered before a reload. The password is never stored (product decisions). */
export function readDraft(storage: Pick<Storage, 'getItem'> = localStorage): SignUpAnswers {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    const known = Object.entries(stored ?? {}).filter(
      ([field, value]) => field in NO_ANSWERS && field !== 'password' && typeof value === 'string',
    );
    return { ...NO_ANSWERS, ...Object.fromEntries(known) };
  } catch {
    return NO_ANSWERS;
  }
}

/** Keeps the answers over a reload, all but the password. */
export function keepDraft(answers: SignUpAnswers, storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(
    KEY,
    JSON.stringify(answers, (field, value: unknown) => (field === 'password' ? undefined : value)),
  );
}

/** The account is made: nothing of the draft stays on this device. */
export function dropDraft(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  storage.removeItem(KEY);
}
