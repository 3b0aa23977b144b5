import { localStore } from '../../client/storage.ts';
import { NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';

const KEY = 'signup-draft';

/** What a sign-up is besides its answers: the step one was at, from 0, and the key that makes sending it twice safe. */
export interface DraftPlace {
  step: number;
  key: string;
}

/** What was answered before a reload. The password is never stored (product decisions). */
export function readDraft(): SignUpAnswers {
  const known = Object.entries(stored()).filter(
    ([field, value]) => field in NO_ANSWERS && field !== 'password' && typeof value === 'string',
  );
  return { ...NO_ANSWERS, ...Object.fromEntries(known) };
}

/** Where the sign-up was before a reload; a new one begins at step 0 under a key of its own. */
export function readPlace(): DraftPlace {
  const { step, key } = stored();
  const isKey = typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key);
  return {
    step: Number.isInteger(step) && Number(step) >= 0 && Number(step) <= 4 ? Number(step) : 0,
    key: isKey ? key : crypto.randomUUID(),
  };
}

/** Keeps the answers over a reload, all but the password. */
export function keepDraft(answers: SignUpAnswers, place: DraftPlace): void {
  localStore.set(KEY, JSON.stringify({ ...answers, ...place, password: undefined }));
}

/** The account is made: nothing of the draft stays on this device. */
export function dropDraft(): void {
  localStore.remove(KEY);
}

function stored(): Record<string, unknown> {
  return { ...(localStore.getJson(KEY) as object | undefined) };
}
