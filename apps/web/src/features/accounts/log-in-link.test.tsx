// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { LogInLink } from './log-in-link.tsx';

const Link = () => <LogInLink />;

it.each([
  ['/members/a?x=1', '/login?next=%2Fmembers%2Fa%3Fx%3D1'],
  ['/login?next=%2Fcredits', '/login?next=%2Fcredits'],
  ['/members/a/signup?x=1', '/login?next=%2Fmembers%2Fa'],
  ['/signup', '/login'],
  ['/reset-password', '/login'],
  ['/', '/login'],
])('leads a visitor with an account back to %s from %s', async (at, href) => {
  const history = createMemoryHistory({ initialEntries: [at] });
  const pages = ['/', '/$page', '/members/$id', '/members/$id/signup'];
  renderPage(routed(Object.fromEntries(pages.map((path) => [path, Link])), history).shown);
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe(href);
});

it.each([
  ['/members/a?x=1', '/login?next=%2Fmembers%2Fa%3Fx%3D1'],
  ['/login?next=%2Fcredits', '/login?next=%2Fcredits'],
  ['/', '/login'],
])('leads from a sign-up page opened at %s back to there from %s', async (next, href) => {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  history.push('/signup', { next });
  renderPage(routed({ '/': Link, '/$page': Link }, history).shown);
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe(href);
});
