/** An origin that no text can name. */
const HERE = 'https://here.invalid';

/**
 * An address of this site out of a text from anywhere, as a path with query and hash; undefined for everything that a
 * browser would read as leading away: `//elsewhere`, `/\elsewhere`, `https:`, `javascript:`. Control characters are
 * refused, since no address has one.
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/[^\p{Cc}]*$/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const url = new URL(text, HERE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === HERE && !path.startsWith('//') ? path : undefined;
}
