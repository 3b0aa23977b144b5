import type { Locator, Page } from 'playwright-core';

/** The messages of the conversation that is open on an English page. */
export function talk(page: Page): Locator {
  return page.getByLabel(/^Chat with/);
}

/** Writes into the conversation that is open, and presses Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').last().fill(text);
  await page.keyboard.press('Enter');
}

/** Waits up to a minute until the service worker runs, and throws after it. Pages register it once they are idle. */
export async function workerRuns(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    const workers = navigator.serviceWorker;
    const tooLong = new Promise((resolve) => setTimeout(resolve, 60_000));
    await Promise.race([workers.ready, tooLong]);
    const registration = await workers.getRegistration();
    if (registration?.active) return 'active';
    return registration
      ? `registered, ${registration.installing?.state ?? 'not installing'}`
      : 'not registered';
  });
  if (found !== 'active') throw new Error(`service worker does not run after a minute: ${found}`);
}

/**
 * Goes to another page and comes back, once the service worker is there: notices that know themselves late wait for
 * the next page.
 */
export async function lookAround(page: Page): Promise<void> {
  await workerRuns(page);
  const here = page.url();
  await page
    .getByRole('link', { name: /^Likes/ })
    .first()
    .click();
  await page.waitForURL('**/likes**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL(here);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Looks around until this notice is there. */
export async function untilNotified(page: Page, notice: Locator): Promise<void> {
  for (let round = 0; round < 10 && !(await notice.isVisible()); round += 1) await lookAround(page);
  await notice.waitFor();
}

/** The signed-in member of the page, as the server answers it. */
export function userOf(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => (await (await fetch('/api/user.php')).json()).user);
}

/** Pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    return scrollWidth - Math.ceil(document.documentElement.getBoundingClientRect().width);
  });
}

/**
 * Blocks a page as if it hung or the system had frozen it: it keeps its locks and answers nothing. Returns how to let it
 * continue. Freezing by the DevTools protocol is not enough: a front page runs on for seconds.
 */
export async function halt(page: Page): Promise<() => Promise<void>> {
  const over = Promise.withResolvers<void>();
  await page.route('**/api/halt', async (route) => {
    await over.promise;
    await route.fulfill({ status: 204 });
  });
  const asked = page.waitForRequest('**/api/halt');
  const halted = page.evaluate(() => {
    const waits = new XMLHttpRequest();
    waits.open('GET', '/api/halt', false);
    waits.send();
  });
  // The test may close the page while it is blocked.
  halted.catch(() => undefined);
  await asked;
  return async () => {
    over.resolve();
    await halted;
  };
}

/** Waits until the page has drawn this many frames: what a change leads to by itself has happened by then. */
export function frames(page: Page, count = 2): Promise<void> {
  return page.evaluate(async (many) => {
    for (let n = 0; n < many; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/** Frames without a change after which an element counts as still. */
const STILL_FRAMES = 8;

/** Waits until nothing in the page has changed its content or size for some frames. */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(async (many) => {
    let isChanged = false;
    const observer = new MutationObserver(() => (isChanged = true));
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const sizeOf = () => `${document.body.scrollWidth} ${document.body.scrollHeight}`;
    let size = sizeOf();
    for (let still = 0; still < many; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (isChanged || sizeOf() !== size) still = -1;
      isChanged = false;
      size = sizeOf();
    }
    observer.disconnect();
  }, STILL_FRAMES);
}

/** The box of an element once it has stood still for some frames. */
export function restingBox(element: Locator) {
  return element.evaluate(async (node, many) => {
    const read = () => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, width, height };
    };
    let box = read();
    for (let still = 0; still < many; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = read();
      if (now.x !== box.x || now.y !== box.y || now.width !== box.width || now.height !== box.height)
        still = -1;
      box = now;
    }
    return box;
  }, STILL_FRAMES);
}
