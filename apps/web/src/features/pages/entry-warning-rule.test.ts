import { describe, expect, it } from 'vitest';
import { showsEntryWarning, type Visit } from './entry-warning-rule.ts';

const settings: Visit['settings'] = {
  enable_site_entry_popup: 'yes',
  entry_popup_countries: [],
  geoip_country: 'FR',
  geoip_selected_country: null,
};
const visit: Visit = {
  layout: 'default',
  path: '/',
  isSignedIn: false,
  isInstalledApp: false,
  dismissedAt: null,
  settings,
};
const shows = (change: Partial<Visit>, of: Partial<Visit['settings']> = {}) =>
  showsEntryWarning({ ...visit, ...change, settings: { ...settings, ...of } });

describe('the entry warning', () => {
  it('is shown to visitors on every page of the default layout [S1-045 S2-129 S2-188 S6-003]', () => {
    for (const path of ['/', '/members', '/login', '/pages/terms', '/signup'])
      expect(shows({ path })).toBe(true);
  });

  it('is not shown on complete-signup and the reset-password pages [S2-190 S2-191 S2-192]', () => {
    for (const path of ['/complete-signup', '/reset-password', '/reset-password/do']) {
      expect(shows({ path })).toBe(false);
    }
  });

  it('is not shown to members [S2-189]', () => {
    expect(shows({ isSignedIn: true })).toBe(false);
  });

  it.each(['chat', 'lander', 'empty'] as const)(
    'is shown on the %s layout in NL and DE only [S2-193 S2-194 S2-195 S2-196 S2-197 S2-198 S2-199 S2-200 S2-201]',
    (layout) => {
      expect(shows({ layout }, { geoip_country: 'NL' })).toBe(true);
      expect(shows({ layout }, { geoip_country: 'DE' })).toBe(true);
      expect(shows({ layout }, { geoip_country: 'FR' })).toBe(false);
      expect(shows({ layout }, { geoip_country: null })).toBe(false);
    },
  );

  it('is skipped in the installed app [S2-202]', () => {
    expect(shows({ isInstalledApp: true })).toBe(false);
  });

  it('is skipped when enable_site_entry_popup is no [S2-203]', () => {
    expect(shows({}, { enable_site_entry_popup: 'no' })).toBe(false);
  });

  it('is skipped outside the countries it is restricted to [S2-204]', () => {
    expect(shows({}, { entry_popup_countries: ['NL'] })).toBe(false);
    expect(shows({}, { entry_popup_countries: ['NL'], geoip_country: 'NL' })).toBe(true);
    expect(shows({}, { entry_popup_countries: ['NL'], geoip_selected_country: 'NL' })).toBe(true);
  });

  it('is skipped once dismissed [S2-206]', () => {
    expect(shows({ dismissedAt: 1 })).toBe(false);
  });
});
