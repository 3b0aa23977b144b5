/** One emoji as Unicode recommends it for interchange, skin tones, flags and joined ones included. */
const ONE = /* @__PURE__ */ new RegExp('^\\p{RGI_Emoji}$', 'v');
const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Whether this is exactly one emoji. */
export function isEmoji(text: string): boolean {
  return ONE.test(text);
}

/** More emoji than this in a message are words of a kind: they stay as small as words. */
const LARGE_AT_MOST = 6;
/** Longer texts are not looked at: no six emoji take as much. */
const MAX_UNITS = 240;

/** How many emoji a message is made of, when it is nothing else and they are few; 0 otherwise. */
export function largeEmoji(text: string): number {
  // Letters, which almost every message has, are in no emoji.
  if (text.length > MAX_UNITS || /\p{L}/u.test(text)) return 0;
  // One by one: a pattern over all of them could be taken apart in too many ways.
  const signs = Array.from(segmenter.segment(text.replace(/\s+/g, '')), ({ segment }) => segment);
  return signs.length <= LARGE_AT_MOST && signs.every(isEmoji) ? signs.length : 0;
}
