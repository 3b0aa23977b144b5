// @vitest-environment happy-dom
import { DEFAULT_COMPANY, DEFAULT_SETTINGS, type PublicSettings } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, screen, within } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SiteFooter } from './site-footer.tsx';

interface Visit {
  path?: '/' | '/members';
  status?: 'active' | 'not_confirmed';
  isInstalledApp?: boolean;
  settings?: Partial<PublicSettings>;
}

/** Renders the footer of a visit, and returns it. */
async function footerOf({ path = '/', status, isInstalledApp = false, settings }: Visit = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isInstalledApp && query === '(display-mode: standalone)',
  }));
  queryClient.setQueryData(keys.user, status ? { user: { id: 'm', status }, version: 1 } : null);
  queryClient.setQueryData(keys.company, { ...DEFAULT_COMPANY, name: 'Heartline BV' });
  const history = createMemoryHistory({ initialEntries: [path] });
  const { shown } = routed({ '/': SiteFooter, '/members': SiteFooter }, history);
  renderPage(shown, { settings: { ...DEFAULT_SETTINGS, ...settings } });
  return screen.findByRole('contentinfo');
}

const hrefsOf = (footer: HTMLElement) =>
  within(footer)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

const usNotices = (footer: HTMLElement) =>
  within(footer).queryByRole('region', { name: 'For visitors in the United States' });

it.each([
  ['terms [S2-162]', 'Terms of use', '/pages/terms'],
  ['privacy [S2-163]', 'Privacy', '/pages/privacy'],
  ['cookies [S2-164]', 'Cookies', '/pages/cookies'],
  ['ban [S2-165]', 'Rules and bans', '/pages/ban'],
  ['pricing [S2-166]', 'Pricing', '/pricing'],
  ['complaints [S2-167]', 'Reports and complaints', '/complaints'],
  ['return policy [S2-168]', 'Return policy', '/pages/return-policy'],
  ['FAQ [S2-169]', 'Questions and answers', '/pages/faq'],
  ['support [S2-170]', 'Support', '/pages/service'],
])('links a visitor to %s', async (_page, name, href) => {
  const footer = await footerOf();
  const nav = within(footer).getByRole('navigation', { name: 'About this site' });
  expect(within(nav).getByRole('link', { name }).getAttribute('href')).toBe(href);
});

const HIDDEN = ['/pages/ban', '/complaints', '/pages/cookies', '/pricing', '/pages/privacy', '/pages/terms'];

it.each([
  ['ban [S2-171]', '/pages/ban'],
  ['complaints [S2-172]', '/complaints'],
  ['cookies [S2-173]', '/pages/cookies'],
  ['pricing [S2-174]', '/pricing'],
  ['privacy [S2-175]', '/pages/privacy'],
  ['terms [S2-176]', '/pages/terms'],
])('hides from members off the index page: %s', async (_page, href) => {
  expect(hrefsOf(await footerOf({ status: 'active', path: '/members' }))).not.toContain(href);
});

it('hides no link from members on the index page [S2-177]', async () => {
  expect(hrefsOf(await footerOf({ status: 'active', path: '/' }))).toEqual(expect.arrayContaining(HIDDEN));
});

it.each([
  ['ban [S2-178]', '/pages/ban'],
  ['complaints [S2-179]', '/complaints'],
  ['cookies [S2-180]', '/pages/cookies'],
  ['pricing [S2-181]', '/pricing'],
  ['privacy [S2-182]', '/pages/privacy'],
  ['terms [S2-183]', '/pages/terms'],
])('hides from everyone in the installed app: %s', async (_page, href) => {
  expect(hrefsOf(await footerOf({ isInstalledApp: true }))).not.toContain(href);
});

it('keeps the links that are never hidden, for members in the installed app', async () => {
  const footer = await footerOf({ status: 'active', path: '/members', isInstalledApp: true });
  expect(hrefsOf(footer)).toEqual([
    '/pages/faq',
    '/pages/service',
    '/pages/return-policy',
    '/credits/refund',
    '/pages/service#imprint',
    '/pages/accessibility',
    '/lang-config',
    '/third-party-notices.txt',
  ]);
});

it('shows every link to a member who has not confirmed the e-mail', async () => {
  const footer = await footerOf({ status: 'not_confirmed', path: '/members' });
  expect(hrefsOf(footer)).toEqual(expect.arrayContaining(HIDDEN));
});

it('names each list of links', async () => {
  const lists = within(await footerOf()).getAllByRole('list');
  const titles = lists.map((list) => document.getElementById(list.getAttribute('aria-labelledby') ?? ''));
  expect(titles.map((title) => title?.textContent)).toEqual(['Help', 'Terms and rights', 'This site']);
});

it.each([
  { countries: ['US', 'NL'], isOffered: true },
  { countries: ['US', 'GB', 'CH'], isOffered: false },
])('offers withdrawal on a site for $countries: $isOffered', async ({ countries, isOffered }) => {
  const link = within(await footerOf({ settings: { countries } })).queryByRole('link', {
    name: 'Withdraw from contract here',
  });
  expect(link !== null).toBe(isOffered);
});

it('leads visitors to the withdrawal without a login, and members to their purchases', async () => {
  expect(hrefsOf(await footerOf())).toContain('/withdraw');
  cleanup();
  expect(hrefsOf(await footerOf({ status: 'active', path: '/members' }))).toContain('/credits/refund');
});

it('adds the US footer to the English site whose flag is set [S2-184]', async () => {
  const settings = { us_footer: true, min_age: 21, us_footer_text: 'Records are kept.\n\nAt our office.' };
  const notices = usNotices(await footerOf({ settings }));
  expect(notices?.textContent).toContain('You must be at least 21 years old to use Heartline.');
  expect(notices?.textContent).toContain('Records are kept.\n\nAt our office.');
  expect(hrefsOf(notices as HTMLElement)).toEqual(['mailto:support@localhost']);
});

it('shows no US footer in other languages [S2-185]', async () => {
  const footer = await footerOf({ settings: { us_footer: true } });
  expect(usNotices(footer)).not.toBeNull();
  flushSync(() => i18n.loadAndActivate({ locale: 'nl', messages: {} }));
  expect(usNotices(footer)).toBeNull();
});

it('shows no US footer while its flag is not set [S2-186]', async () => {
  const footer = await footerOf({ settings: { us_footer_text: 'Records are kept.' } });
  expect(usNotices(footer)).toBeNull();
  expect(footer.textContent).not.toContain('Records are kept.');
});

it('shows the copyright year 2025 unless the site sets another [S2-187 S9-070]', async () => {
  const footer = await footerOf();
  expect(footer.textContent).toContain('© 2025 Heartline');
  flushSync(() => queryClient.setQueryData(keys.settings, { ...DEFAULT_SETTINGS, copyright_year: 2027 }));
  await expect.poll(() => footer.textContent).toContain('© 2027 Heartline');
});

it('shows the company once it is known', async () => {
  const footer = await footerOf();
  expect(within(footer).getByText('Heartline BV')).not.toBeNull();
});
