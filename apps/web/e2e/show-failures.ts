import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openBrowsers } from './stage.ts';

/** Length of the printed text of a page: about one screen. */
const SHOWN_CHARACTERS = 1_500;
const TIMEOUT_MS = 5_000;

/** Prints the text of every window after a failed test, and stores screenshots in `test-results/failed`. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = [...openBrowsers].flatMap((browser) => browser.contexts().flatMap((one) => one.pages()));
  for (const [n, page] of pages.entries()) {
    const path = `test-results/failed/${task.name.replaceAll(/\W+/g, '-').slice(0, 80)}-${n + 1}.png`;
    const text = await textOf(page).catch((error: unknown) => `nothing: ${String(error)}`);
    console.error(`── “${task.name}” failed, and ${page.url()} shows (${path}):\n${text}`);
    await page.screenshot({ path, timeout: TIMEOUT_MS }).catch(() => undefined);
  }
});

async function textOf(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: TIMEOUT_MS });
  return text.replaceAll(/\n\s*\n/g, '\n').slice(0, SHOWN_CHARACTERS);
}
