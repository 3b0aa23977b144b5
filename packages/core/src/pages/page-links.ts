/** Schemes of links to elsewhere. */
const SCHEMES: ReadonlySet<string> = new Set(['https:', 'mailto:', 'tel:']);
const HERE = 'https://site.invalid';

/** Why a link may not lead there; undefined for https, mailto, tel, a path of this site, or an anchor of the page. */
export function hrefFault(href: string): string | undefined {
  if (/[{}]/.test(href))
    return 'A link has no variable: {support_email} and {support_phone} are links by themselves.';
  const isOwn = href.startsWith('#') || isOwnPath(href);
  if (isOwn || SCHEMES.has(schemeOf(href))) return undefined;
  return `A link leads to https:, mailto:, tel:, a path such as /pricing, or an anchor, not to "${href.slice(0, 60)}".`;
}

/** Why a picture may not be shown; undefined for a file of this site’s media with words for who can’t see it. */
export function imageFault(src: string, alt: string): string | undefined {
  if (!src.startsWith('/media/') || !isOwnPath(src)) return 'A picture comes from /media/ of this site.';
  if (/[{}]/.test(alt)) return 'The words of a picture have no variable.';
  return alt.trim() === '' ? 'A picture needs words for people who do not see it.' : undefined;
}

/** Why a link or picture may have no title: no page shows it. */
export function titleFault(title: string | null | undefined): string | undefined {
  return title ? 'A link or picture has no title: write it among its words.' : undefined;
}

/** The scheme in the form a browser reads; `null:` for an address without one. */
function schemeOf(href: string): string {
  return URL.canParse(href) ? new URL(href).protocol : 'null:';
}

/** True for a path that stays on this site, as a browser resolves it. */
function isOwnPath(href: string): boolean {
  if (!href.startsWith('/') || !URL.canParse(href, HERE)) return false;
  const { origin, href: resolved } = new URL(href, HERE);
  return origin === HERE && resolved === `${HERE}${href}`;
}
