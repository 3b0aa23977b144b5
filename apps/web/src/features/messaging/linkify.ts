/** A piece of a message, from its character `start`: words, or the address of a page. */
export type Piece = { start: number; text: string } | { start: number; text: string; href: string };

/**
 * An address goes on to a space, a quotation mark or a sign that can't be seen. An apostrophe belongs to it inside of a
 * word only.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}])https?:\/\/(?:[^\s<>"'`‘’‚‛“”„‟«»‹›\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|['’](?=[\p{L}\p{N}]))+/giu;
/** What ends a sentence, or stands between two. */
const TRAILING = /[.,;:!?…·—–。、，；：！？]+$/u;
const BRACKETS = new Map(
  ['()', '[]', '{}', '（）', '［］', '「」', '『』', '【】', '《》', '〈〉'].map(([open, close]) => [
    close,
    open,
  ]),
);
const OPENERS = new Set(BRACKETS.values());
/** Signs that people put around words to stress them. */
const STRESS = new Set('*_~|');

/**
 * Splits a message into words and http(s) addresses. What it gives is text for React and a checked address, so a
 * message can never bring markup, scripts or another scheme.
 */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addresses = new RegExp(ADDRESS);
  for (let match = addresses.exec(text); match; match = addresses.exec(text)) {
    const address = trimmed(match[0], text.charAt(match.index - 1));
    // Another one may begin right behind what does not belong to this one.
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

/** The address without what stands around it, by the sign before it. */
function trimmed(address: string, before: string): string {
  const kept = address.slice(0, endOf(address)).replace(TRAILING, '');
  const isStressed = STRESS.has(before) && kept.endsWith(before);
  return isStressed ? kept.slice(0, -1).replace(TRAILING, '') : kept;
}

/** Where the first bracket stands that closes none of the address's own, or its end. */
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

/** The address as the platform reads it; nothing for one that hides who it belongs to (`https://bank@evil`). */
function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined;
}
