import {
  getCompanyInfo,
  getRegions,
  getSettings,
  ok,
  reportPageBounce,
  reportPageHidden,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';
import { selectedCountry } from '../http/locale.ts';

export const siteRoutes: readonly CallHandler[] = [
  handle(getSettings, async ({ core, input, site, country, request }) => {
    const shown = input.forced_domain ? await core.site.settingsForced(input.forced_domain, site) : site;
    const selected = selectedCountry(request, shown.settings);
    return ok(await core.site.presentSettings(shown, { country, selected }));
  }),
  handle(getRegions, async ({ core, site, locale }) =>
    ok({ regions: core.site.regions(site.settings.countries, locale) }),
  ),
  handle(getCompanyInfo, async ({ site }) => ok(site.company)),
  // Nothing is recorded: the call exists so that a page can say it is being left.
  handle(reportPageHidden, async () => ok({ ok: true })),
  handle(reportPageBounce, async ({ input, site, request }) => {
    request.log.info({ reqId: request.id, site: site.site, ...input }, 'page bounce');
    return ok({ ok: true });
  }),
];
