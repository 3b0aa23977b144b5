import {
  buildWeb,
  ensureChromium,
  type Person,
  STABLE_CHROMIUM,
  startWorld,
  WEB_DIR,
  type World,
} from '@heartline/testing';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Measures in Chromium on the current build of the page, served by this number of gateways. Stops both in any case. */
export async function withMembersSite<T>(
  gateways: number,
  measure: (site: { world: World; browser: Browser }) => Promise<T>,
): Promise<T> {
  await buildWeb(() => {});
  const executablePath = await ensureChromium(() => {});
  const world = await startWorld({ purpose: 'app', gateways, workers: 1, webDir: WEB_DIR });
  try {
    const browser = await chromium.launch({ executablePath, args: [...STABLE_CHROMIUM] });
    try {
      return await measure({ world, browser });
    } finally {
      await browser.close();
    }
  } finally {
    await world.stop();
  }
}

/**
 * For `addInitScript`: a visitor who confirmed the adult content notice and reads English, whatever the system's
 * language.
 */
export const USUAL_VISITOR = `
  if (location.protocol.startsWith('http')) {
    localStorage.setItem('hide-entry-warning', String(Date.now()));
    document.cookie = 'i18n_redirected=en; path=/';
  }
`;

/** Gives the pages of a context this member's session, on the gateway that `http` uses. */
export async function signIn(
  context: BrowserContext,
  { http, session }: Pick<Person, 'http' | 'session'>,
): Promise<void> {
  const host = new URL(http.gateway.origin).hostname;
  const cookie = { name: '__Host-session', value: session, url: `https://${host}/` };
  await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
}
