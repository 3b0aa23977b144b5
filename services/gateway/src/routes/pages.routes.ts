import { getLander, getPage, ok, reportVisit } from '@heartline/contracts';
import { TRACKING_COOKIE } from '@heartline/domain';
import { type CallHandler, handle } from '../http/call.ts';
import { chosenLocale } from '../http/locale.ts';

export const pagesRoutes: readonly CallHandler[] = [
  handle(getPage, async ({ core, site, locale, input }) =>
    core.pages.page(site, { slug: input.slug, locale: input.locale ?? locale, version: input.version }),
  ),
  handle(getLander, async ({ core, site, locale, input, request }) => {
    const isChosen = chosenLocale(request) !== undefined;
    return ok((await core.pages.landers.show(site, { ...input, spoken: locale, isChosen })).content);
  }),
  handle(reportVisit, ({ core, site, country, input, request }) =>
    core.pages.landers.visit(input, { site, country, network: request.cookies[TRACKING_COOKIE.name] }),
  ),
];
