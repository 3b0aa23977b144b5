const words = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'word' });
/** Length of about one line: enough to tell messages apart. */
const MOST = 60;

/** The beginning of a text in one line, cut at a word. */
export function textExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MOST) return line;
  let end = 0;
  for (const { index } of words.segment(line)) {
    if (index > MOST) break;
    end = index;
  }
  // A single word may be longer.
  return `${line.slice(0, end || MOST).trimEnd()}…`;
}
