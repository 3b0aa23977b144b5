import { type Locale, updateLanguage } from '@heartline/contracts';
import { supportedLocale } from '@heartline/i18n';
import { call, isUnanswered } from './api.ts';
import { createRequestQueue } from './request-queue.ts';
import { localStore } from './storage.ts';
import type { UserState } from './user-state.ts';

/** The language chosen here, until the server knows it. */
const LANGUAGE_DUE = 'language-due';
/** A language that overtook the one chosen after it would stay on the server. */
const requests = createRequestQueue();

/**
 * Tells the server in which language mails and pushes are to be. Where it is not reached, the next answer that says who
 * is signed in here takes the choice along (`withLanguageDue`).
 * @throws {ApiError} when the server refuses.
 */
export async function sendLanguage(language: Locale): Promise<void> {
  localStore.set(LANGUAGE_DUE, language);
  try {
    await requests.enqueue(() => call(updateLanguage, { language }));
  } catch (error) {
    if (isUnanswered(error)) return;
    forget(language);
    throw error;
  }
  forget(language);
}

/** The member as the server has them, with the language that was chosen here while it could not be told. */
export async function withLanguageDue(state: UserState): Promise<UserState> {
  const due = supportedLocale(localStore.get(LANGUAGE_DUE));
  if (!due) return state;
  const chosen = { ...state, user: { ...state.user, language: due } };
  return sendLanguage(due).then(
    () => chosen,
    () => state,
  );
}

/** Unless another one was chosen while this one was on its way. */
function forget(language: Locale): void {
  if (localStore.get(LANGUAGE_DUE) === language) localStore.remove(LANGUAGE_DUE);
}
