import type { Page } from 'playwright-core';

/**
 * Texts of a page that are not fully visible: outside the window, or clipped by an element without an ellipsis. Skips
 * what scrolls sideways on purpose (`no-scrollbar`) and what is for screen readers only.
 */
export function clippedContentOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const room = document.documentElement.getBoundingClientRect().width;
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > Math.ceil(room)) found.add(`the page is ${scrollWidth - room} px too wide`);
    const shortens = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    /** The visible range of x for text in this element; null if the text may be clipped. */
    const seenIn = (element: Element): [number, number] | null => {
      let [left, right] = [0, room];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style: CSSStyleDeclaration = getComputedStyle(at);
        // The element has no box.
        if (style.display === 'contents') continue;
        const box: DOMRect = at.getBoundingClientRect();
        const isForReaders: boolean =
          box.width <= 1 || style.clipPath !== 'none' || style.visibility === 'hidden';
        if (isForReaders || shortens(style) || at.matches('.no-scrollbar, [inert]')) return null;
        if (style.overflowX !== 'visible') {
          left = Math.max(left, box.left);
          right = Math.min(right, box.right);
        }
        if (style.position === 'fixed') break;
      }
      return [left, right];
    };
    const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = textNodes.nextNode(); node; node = textNodes.nextNode()) {
      const { parentElement: around } = node;
      if (!around || !node.textContent?.trim() || !around.checkVisibility({ opacityProperty: true }))
        continue;
      const seen = seenIn(around);
      if (!seen) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, width } of range.getClientRects()) {
        if (width > 0 && (left < seen[0] - 1 || right > seen[1] + 1))
          found.add(`${around.tagName.toLowerCase()}: ${node.textContent.trim().slice(0, 50)}`);
      }
    }
    return [...found];
  });
}
