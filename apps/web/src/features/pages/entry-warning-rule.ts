import type { PublicSettings } from '@heartline/contracts';

export type Layout = 'default' | 'chat' | 'lander' | 'empty';

export interface Visit {
  layout: Layout;
  path: string;
  isSignedIn: boolean;
  isInstalledApp: boolean;
  dismissedAt: number | null;
  settings: Pick<
    PublicSettings,
    'enable_site_entry_popup' | 'entry_popup_countries' | 'geoip_country' | 'geoip_selected_country'
  >;
}

/** Pages of the default layout without the warning (S2-190 to S2-192). */
const QUIET_PAGES = ['/complete-signup', '/reset-password'];

/** Countries in which the other layouts show it too (S2-193 to S2-201). */
const STRICT_COUNTRIES = new Set(['NL', 'DE']);

/** True when this visit sees the adult-content warning (S2, "Entry warning"; product decisions). */
export function showsEntryWarning(visit: Visit): boolean {
  const { settings } = visit;
  const country = settings.geoip_selected_country ?? settings.geoip_country ?? '';
  if (visit.isSignedIn || visit.isInstalledApp || visit.dismissedAt !== null) return false;
  if (settings.enable_site_entry_popup === 'no') return false;
  const { entry_popup_countries: countries } = settings;
  if (countries.length > 0 && !countries.includes(country)) return false;
  if (visit.layout !== 'default') return STRICT_COUNTRIES.has(country);
  return !QUIET_PAGES.some((page) => visit.path === page || visit.path.startsWith(`${page}/`));
}
