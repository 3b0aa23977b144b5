import type { Person } from '@heartline/testing';
import type { BrowserContext } from 'playwright-core';

/** For `addInitScript`: a visitor who passed the notice of adult content and reads English, whatever the system speaks. */
export const USUAL_VISITOR = `
  if (location.protocol.startsWith('http')) {
    localStorage.setItem('hide-entry-warning', String(Date.now()));
    document.cookie = 'i18n_redirected=en; path=/';
  }
`;

/** Gives the pages of a context the session of this member, on the gateway that `http` leads to. */
export async function signIn(
  context: BrowserContext,
  { http, session }: Pick<Person, 'http' | 'session'>,
): Promise<void> {
  const host = new URL(http.door.origin).hostname;
  const cookie = { name: '__Host-session', value: session, url: `https://${host}/` };
  await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
}
