import { type Locale, updateLanguage } from '@heartline/contracts';
import { supportedLocale } from '@heartline/i18n';
import { call, isUnanswered } from './api.ts';
import { createRequestQueue } from './request-queue.ts';
import { localStore } from './storage.ts';
import type { UserState } from './user-state.ts';

/** The language chosen here, until the server has stored it. */
const LANGUAGE_DUE = 'language-due';
/** In order: a request that overtakes a later one would leave the wrong language on the server. */
const requests = createRequestQueue();

/**
 * Sends the language of mails and pushes to the server. When the server is not reached, the next answer about the
 * signed-in member sends it again (`withLanguageDue`).
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

/** The member as the server has them, with the language that was chosen here and is not sent yet. */
export async function withLanguageDue(state: UserState): Promise<UserState> {
  const due = supportedLocale(localStore.get(LANGUAGE_DUE));
  if (!due) return state;
  const chosen = { ...state, user: { ...state.user, language: due } };
  return sendLanguage(due).then(
    () => chosen,
    () => state,
  );
}

/** Keeps the flag when another language was chosen meanwhile. */
function forget(language: Locale): void {
  if (localStore.get(LANGUAGE_DUE) === language) localStore.remove(LANGUAGE_DUE);
}
