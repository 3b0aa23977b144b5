import { getPage } from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const pagesRoutes: readonly CallHandler[] = [
  handle(getPage, async ({ core, site, locale, input }) =>
    core.pages.page(site, { slug: input.slug, locale: input.locale ?? locale, version: input.version }),
  ),
];
