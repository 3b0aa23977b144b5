/** A piece of a message, from its character `start`: words, or the address of a page. */
export type Piece = { start: number; text: string } | { start: number; text: string; href: string };

/** Addresses end before what closes a sentence, and before a bracket that they did not open. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\u202a-\u202e\u2066-\u2069]+/giu;
const TRAILING = /[.,;:!?…'’"”»]+$/u;

/**
 * Splits a message into words and http(s) addresses. What it gives is text for React and a checked address, so a
 * message can never bring markup, scripts or another scheme.
 */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = hrefOf(address);
    if (!href) continue;
    if (match.index > end) pieces.push({ start: end, text: text.slice(end, match.index) });
    pieces.push({ start: match.index, text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end) });
  return pieces;
}

function trimmed(address: string): string {
  let kept = address.replace(TRAILING, '');
  while (kept.endsWith(')') && count(kept, ')') > count(kept, '('))
    kept = kept.slice(0, -1).replace(TRAILING, '');
  return kept;
}

const count = (text: string, sign: string) => text.split(sign).length - 1;

/** The address as the platform reads it; nothing for one that hides who it belongs to (`https://bank@evil`). */
function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined;
}
