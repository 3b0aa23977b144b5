/** A part of a message from its character `start`: text or a link. */
export type Piece = { start: number; text: string } | { start: number; text: string; href: string };

/**
 * An address ends at a space, a quotation mark or an invisible character. An apostrophe belongs to it only within a
 * word.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}])https?:\/\/(?:[^\s<>"'`‘’‚‛“”„‟«»‹›\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|['’](?=[\p{L}\p{N}]))+/giu;
/** Punctuation at the end of a sentence or between two. */
const TRAILING = /[.,;:!?…·—–。、，；：！？]+$/u;
const BRACKETS = new Map(
  ['()', '[]', '{}', '（）', '［］', '「」', '『』', '【】', '《》', '〈〉'].map(([open, close]) => [
    close,
    open,
  ]),
);
const OPENERS = new Set(BRACKETS.values());
/** Characters that people put around a word to stress it. */
const STRESS = new Set('*_~|');

/**
 * Splits a message into text and http(s) links. The result is text for React and checked addresses, so a message can't
 * inject markup, scripts or another scheme.
 */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addresses = new RegExp(ADDRESS);
  for (let match = addresses.exec(text); match; match = addresses.exec(text)) {
    const address = trimmed(match[0], text.charAt(match.index - 1));
    // Another address may begin right after the end of this one.
    addresses.lastIndex = match.index + address.length;
    const href = hrefOf(address);
    if (!href) continue;
    if (match.index > end) pieces.push({ start: end, text: text.slice(end, match.index) });
    pieces.push({ start: match.index, text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end) });
  return pieces;
}

/** The address without punctuation, brackets and stress characters around it. `before` is the character before it. */
function trimmed(address: string, before: string): string {
  const cleaned = address.slice(0, endOf(address)).replace(TRAILING, '');
  const isStressed = STRESS.has(before) && cleaned.endsWith(before);
  return isStressed ? cleaned.slice(0, -1).replace(TRAILING, '') : cleaned;
}

/** Index of the first closing bracket that has no opening one in the address, or its length. */
function endOf(address: string): number {
  const open: string[] = [];
  for (let at = 0; at < address.length; at += 1) {
    const sign = address.charAt(at);
    const opener = BRACKETS.get(sign);
    if (opener !== undefined && open.pop() !== opener) return at;
    if (OPENERS.has(sign)) open.push(sign);
  }
  return address.length;
}

/** The parsed address; undefined for one that hides its host (`https://bank@evil`). */
function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined;
}
