import { addToDraft, readStoredDraft } from '../../client/sign-up-draft.ts';
import { NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';

/** The state of a sign-up besides its answers: the current step, from 0, and its idempotency key. */
export interface DraftPlace {
  step: number;
  key: string;
}

/** The answers before a reload. The password is never stored (product decisions). */
export function readDraft(): SignUpAnswers {
  const known = Object.entries(readStoredDraft()).filter(
    ([field, value]) => field in NO_ANSWERS && field !== 'password' && typeof value === 'string',
  );
  return { ...NO_ANSWERS, ...Object.fromEntries(known) };
}

/** The step and key before a reload. A new sign-up begins at step 0 with a key of its own. */
export function readPlace(): DraftPlace {
  const { step, key } = readStoredDraft();
  const isKey = typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key);
  return {
    step: Number.isInteger(step) && Number(step) >= 0 && Number(step) <= 4 ? Number(step) : 0,
    key: isKey ? key : crypto.randomUUID(),
  };
}

/** Stores the answers over a reload, except the password. */
export function keepDraft(answers: SignUpAnswers, place: DraftPlace): void {
  addToDraft({ ...answers, ...place, password: undefined });
}
