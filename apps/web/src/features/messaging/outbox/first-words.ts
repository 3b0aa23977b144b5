const words = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'word' });
/** About a line: enough to tell messages apart, and soon said. */
const MOST = 60;

/** How a text begins, in one line, cut behind a word where it is longer. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MOST) return line;
  let end = 0;
  for (const { index } of words.segment(line)) {
    if (index > MOST) break;
    end = index;
  }
  // One word alone may be longer.
  return `${line.slice(0, end || MOST).trimEnd()}…`;
}
