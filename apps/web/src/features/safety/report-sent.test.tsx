// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ReportSent } from './report-sent.tsx';

const JONAS = { id: 'p1', name: 'Jonas', fictional: false };
const TIMO = { id: 'p2', name: 'Timo', fictional: false };

it.each([
  ['is offered without an existing block', TIMO, 1],
  ['is not offered with an existing block', JONAS, 0],
])('a block beside the report %s', async (_, blocked, buttons) => {
  vi.stubGlobal('fetch', async () => Response.json({ blocked: [{ profile: blocked, at: 1 }] }));
  const page = () => <ReportSent person={JONAS} id="c1" onClose={() => undefined} />;
  renderPage(routed({ '/': page }).shown, { settings: { fictional_singular: '' } });
  await screen.findByRole('link', { name: 'View case' });
  await vi.waitUntil(() => queryClient.getQueryData(keys.blocked));
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Block Jonas too' })).toHaveLength(buttons);
});
