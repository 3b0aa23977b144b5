import { NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';

const KEY = 'signup-draft';

/** What a sign-up is besides its answers: the step one was at, from 0, and the key that makes sending it twice safe. */
export interface DraftPlace {
  step: number;
  key: string;
}

/** What was answered before a reload. The password is never stored (product decisions). */
export function readDraft(storage: Pick<Storage, 'getItem'> = localStorage): SignUpAnswers {
  const known = Object.entries(stored(storage)).filter(
    ([field, value]) => field in NO_ANSWERS && field !== 'password' && typeof value === 'string',
  );
  return { ...NO_ANSWERS, ...Object.fromEntries(known) };
}

/** Where the sign-up was before a reload; a new one begins at step 0 under a key of its own. */
export function readPlace(storage: Pick<Storage, 'getItem'> = localStorage): DraftPlace {
  const { step, key } = stored(storage);
  const isKey = typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key);
  return {
    step: Number.isInteger(step) && Number(step) >= 0 && Number(step) <= 4 ? Number(step) : 0,
    key: isKey ? key : crypto.randomUUID(),
  };
}

/** Keeps the answers over a reload, all but the password. */
export function keepDraft(
  answers: SignUpAnswers,
  place: DraftPlace,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  storage.setItem(KEY, JSON.stringify({ ...answers, ...place, password: undefined }));
}

/** The account is made: nothing of the draft stays on this device. */
export function dropDraft(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  storage.removeItem(KEY);
}

function stored(storage: Pick<Storage, 'getItem'>): Record<string, unknown> {
  try {
    return { ...(JSON.parse(storage.getItem(KEY) ?? '{}') as object) };
  } catch {
    return {};
  }
}
