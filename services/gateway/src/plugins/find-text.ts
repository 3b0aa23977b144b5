import { isTextPattern, type Locale, ONE_TIME_SECRET, type PageText } from '@heartline/contracts';
import type { Core, SiteOfHost } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import type { ShownPage } from '../http/page-address.ts';

interface Wanted {
  wanted: ShownPage;
  locale: Locale;
  request: FastifyRequest;
}

/** A page with its text, if it is a page of text, and the status that it is answered with. */
interface FoundPage {
  shown: ShownPage;
  text: PageText | undefined;
  status: 200 | 404 | 410;
}

/** The name of a page of text. */
export const slugOf = (shown: ShownPage) => shown?.path.split('/').at(-1) ?? '';

/**
 * Looks up the text of a page of text. A page that an operator removed is 410, one that never was 404; the app then says
 * so. The text of a renamed page carries its name of now.
 */
export async function findText(
  core: Pick<Core, 'pages'>,
  site: SiteOfHost,
  { wanted, locale, request }: Wanted,
): Promise<FoundPage> {
  if (!wanted) return { shown: undefined, text: undefined, status: 404 };
  const isText = wanted.visitorPage && isTextPattern(wanted.visitorPage);
  if (!isText || ONE_TIME_SECRET.test(slugOf(wanted))) return { shown: wanted, text: undefined, status: 200 };
  const version = versionOf(request.url);
  const found = await core.pages.page(site, { slug: slugOf(wanted), locale, version });
  if (found.ok) return { shown: wanted, text: found.value, status: 200 };
  return { shown: undefined, text: undefined, status: found.refusal.code === 'PAGE_GONE' ? 410 : 404 };
}

/** The earlier version that a request asks for: `?version=2`, or 0 for the shipped text. */
function versionOf(url: string): number | undefined {
  const asked = new URLSearchParams(url.split('?', 2)[1] ?? '').get('version');
  return asked !== null && /^\d{1,5}$/.test(asked) ? Number(asked) : undefined;
}
