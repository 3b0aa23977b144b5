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

/** Measures with Chromium on the page as it is built now, served by so many gateways; both are ended however that ends. */
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
  const host = new URL(http.gateway.origin).hostname;
  const cookie = { name: '__Host-session', value: session, url: `https://${host}/` };
  await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
}
