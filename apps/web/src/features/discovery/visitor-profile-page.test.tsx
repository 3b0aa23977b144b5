// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { VisitorProfilePage } from './visitor-profile-page.tsx';

const PATH = '/default/members/$id';

it('keeps its frame while loading and on failure, and the focus on a retry', async () => {
  const answer = Promise.withResolvers<Response>();
  const asked = vi.fn<() => Promise<Response>>(() => answer.promise);
  vi.stubGlobal('fetch', asked);
  const history = createMemoryHistory({ initialEntries: [PATH.replace('$id', 'a'.repeat(24))] });
  renderPage(routed({ [PATH]: VisitorProfilePage }, history).shown, { settings: {} });
  const page = await screen.findByRole('main');
  asked.mockImplementation(() => new Promise(() => {}));
  answer.resolve(Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(again.closest('main')).toBe(page);
  expect(screen.getByRole('heading', { level: 1 }).closest('main')).toBe(page);
  again.focus();
  fireEvent.click(again);
  expect(document.activeElement).toBe(page);
});
