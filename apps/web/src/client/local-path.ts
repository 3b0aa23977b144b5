/** An origin that no text can name. */
const HERE = 'https://here.invalid';

/**
 * The path, query and hash of an address of this site, from untrusted text. Undefined for everything a browser would
 * read as another site: `//elsewhere`, `/\elsewhere`, `https:`, `javascript:`. Control characters are refused: no
 * address has one.
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/[^\p{Cc}]*$/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const url = new URL(text, HERE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === HERE && !path.startsWith('//') ? path : undefined;
}
