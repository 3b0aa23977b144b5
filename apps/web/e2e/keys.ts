import type { Locator, Page } from 'playwright-core';

/** Number of presses after which a search for a stop fails: more than any screen has stops. */
const MAX_PRESSES = 160;

/** Presses Tab until the element has the focus. Throws after too many presses. */
export async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor({ state: 'attached' });
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${element.toString()}`);
}

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

/**
 * Waits until the app has gone Back from the history step of a closed overlay. A page load before that would be aborted.
 */
export async function leftOverlayStep(page: Page): Promise<void> {
  const open = '[role=dialog], [role=alertdialog], [role=menu]';
  await page.waitForFunction(
    (overlays) => !(history.state as { overlay?: true } | null)?.overlay || document.querySelector(overlays),
    open,
  );
}

/** Presses Escape once the focus is in the overlay: an earlier key would reach the page behind it. */
export async function escape(overlay: Locator): Promise<void> {
  const page = overlay.page();
  await overlay.and(page.locator(':focus-within')).first().waitFor();
  await page.keyboard.press('Escape');
  await leftOverlayStep(page);
}

/** Like `tabTo`, and throws if a stop on the way has no visible focus ring. */
export async function tabSeeing(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor({ state: 'attached' });
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await isFocused(element)) return expectMark(page);
    await page.keyboard.press(key);
    await expectMark(page);
  }
  throw new Error(`${key} does not lead to ${element.toString()}`);
}

async function expectMark(page: Page): Promise<void> {
  const trouble = await troubleOfFocus(page);
  if (trouble) throw new Error(trouble);
}

/**
 * The fault of the focus ring, or an empty string. The ring may belong to the element, a pseudo element or the
 * control around it, must be in the window, and not fully covered. Retries for 12 s: the page may still scroll.
 */
export function troubleOfFocus(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const hasFocusOutline = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
    const isMarked = (node: Element) => {
      const { width, height } = node.getBoundingClientRect();
      // A control of one pixel exists for screen readers only: its ring cannot be seen.
      if (width < 8 || height < 8) return false;
      return [null, '::before', '::after'].some((part) => hasFocusOutline(getComputedStyle(node, part)));
    };
    const trouble = (): string => {
      const focused = document.activeElement;
      // Between the last stop and the first, the focus is in the browser’s own controls.
      if (!focused || focused === document.body) return '';
      const around = [focused];
      for (let node = focused.parentElement; node && around.length < 5; node = node.parentElement)
        around.push(node);
      const marked = around.find(isMarked);
      const name = focused.outerHTML.slice(0, 200);
      if (!marked) return `no ring: ${name}`;
      const { left, top, right, bottom } = marked.getBoundingClientRect();
      const [l, t, r, b] = [
        Math.max(left, 0) + 3,
        Math.max(top, 0) + 3,
        Math.min(right, innerWidth) - 3,
        Math.min(bottom, innerHeight) - 3,
      ];
      if (r <= l || b <= t) return `not in view: ${name}`;
      const points = [
        [(l + r) / 2, (t + b) / 2],
        [l, (t + b) / 2],
        [r, (t + b) / 2],
        [(l + r) / 2, t],
        [(l + r) / 2, b],
      ];
      const isSeen = points.some(([x = 0, y = 0]) => {
        const over = document.elementFromPoint(x, y);
        return !over || over.contains(marked) || marked.contains(over);
      });
      return isSeen ? '' : `covered: ${name}`;
    };
    const until = performance.now() + 12_000;
    let found = trouble();
    while (found && performance.now() < until) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      found = trouble();
    }
    return found;
  });
}

/**
 * Presses Tab through the whole page and returns the stops. Throws when a stop comes twice or the focus never leaves the
 * page. Headless Shift+Tab ends at its first stop instead of outside; compare the number of stops of both directions.
 */
export async function goThrough(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  if (key === 'Tab') await leave(page, key);
  await page.evaluate(() => Object.assign(globalThis, { stops: [] }));
  const names: string[] = [];
  while (names.length < MAX_PRESSES) {
    await page.keyboard.press(key);
    const { isOut, isKnown, isFirst, name } = await page.evaluate(() => {
      const { stops } = globalThis as unknown as { stops: Element[] };
      const focused = document.activeElement ?? document.body;
      const at = stops.indexOf(focused);
      stops.push(focused);
      const isOut = focused === document.body;
      return { isOut, isKnown: at >= 0, isFirst: at === 0, name: focused.outerHTML.slice(0, 160) };
    });
    if (isOut || (isFirst && key === 'Shift+Tab')) return names;
    if (isKnown) throw new Error(`${key} is held at ${name}`);
    await expectMark(page);
    names.push(name);
  }
  throw new Error(`${key} never gets out`);
}

async function leave(page: Page, key: string): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate(() => document.activeElement === document.body)) return;
  }
  throw new Error(`${key} never gets out`);
}

/** Chooses a radio button of a group with the arrow keys. */
export async function chooseRadio(page: Page, scope: Locator, value: string): Promise<void> {
  const wanted = scope.locator(`input[type=radio][value="${value}"]`);
  // A group is one stop: its checked button, or its first.
  const chosen = scope.locator('input[type=radio]:checked');
  await tabSeeing(page, (await chosen.count()) > 0 ? chosen : scope.locator('input[type=radio]').first());
  for (let presses = 0; presses < 12; presses += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press((await isFocused(wanted)) ? 'Space' : 'ArrowDown');
    await expectMark(page);
  }
  throw new Error(`the arrows do not lead to ${value}`);
}

/** Chooses an option of a select by typing its label. */
export async function chooseOption(page: Page, list: Locator, value: string): Promise<void> {
  await tabSeeing(page, list);
  const option = list.locator(`option[value="${value}"]`);
  await option.waitFor({ state: 'attached' });
  await page.keyboard.type((await option.textContent()) ?? '');
  await list
    .page()
    .waitForFunction(([node, wanted]) => (node as HTMLSelectElement).value === wanted, [
      await list.elementHandle(),
      value,
    ] as const);
}
