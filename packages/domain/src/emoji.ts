/** One emoji recommended for interchange by Unicode, with skin tones, flags and joined ones. */
const ONE = /* @__PURE__ */ new RegExp('^\\p{RGI_Emoji}$', 'v');
const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** True for exactly one emoji. */
export function isEmoji(text: string): boolean {
  return ONE.test(text);
}

/** A message of at most this many emoji shows them large. */
const LARGE_AT_MOST = 6;
/** Longer texts are skipped: no six emoji need as many code units. */
const MAX_UNITS = 240;

/** The number of emoji in a message of a few emoji and nothing else; 0 otherwise. */
export function largeEmoji(text: string): number {
  // Almost every message contains a letter, and no emoji does.
  if (text.length > MAX_UNITS || /\p{L}/u.test(text)) return 0;
  // Match one at a time: one pattern for all could backtrack exponentially.
  const signs = Array.from(segmenter.segment(text.replace(/\s+/g, '')), ({ segment }) => segment);
  return signs.length <= LARGE_AT_MOST && signs.every(isEmoji) ? signs.length : 0;
}
