// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { OwnMandate } from './own-mandate.tsx';

const mandate = {
  id: 'HL0123456789ABCDEF01234567',
  ibanEnd: '4300',
  signedAt: Date.UTC(2026, 10, 12, 12),
  isFresh: true,
};

/** Shows the mandate of a member who has `given`. Returns the bodies of the calls that end one. */
function open(given: object | null, status = 200) {
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'POST') {
      sent.push({ path: url, body: JSON.parse(init.body as string) });
      return status === 200 ? Response.json({}) : Response.json({ error: { code: 'INTERNAL' } }, { status });
    }
    return Response.json({ mandate: given, creditor: { name: '', identifier: '' }, isTrusted: true });
  });
  renderPage(<OwnMandate />, { settings: {}, region: 'en-GB', hasNotices: true });
  return sent;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('shows the mandate, and ends it after a question', async () => {
  const sent = open(mandate);
  await screen.findByText('Account ending 4300');
  await screen.findByText('You signed the mandate on 12 November 2026.');
  press('Revoke mandate');
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke your mandate?' });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke mandate' }));
  await screen.findByText('Mandate revoked');
  expect(screen.queryByText('Account ending 4300')).toBeNull();
  expect(sent).toEqual([{ path: '/api/mandate-revoke.php', body: { mandate: mandate.id } }]);
});

it('keeps the mandate and says why when it could not be ended', async () => {
  open(mandate, 500);
  await screen.findByText('Account ending 4300');
  press('Revoke mandate');
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke mandate' }));
  await expect.poll(() => within(dialog).getByRole('alert').textContent).toContain('Something went wrong');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  await screen.findByText('Account ending 4300');
});

it('shows nothing to a member without a mandate', async () => {
  open(null);
  await expect.poll(() => vi.mocked(fetch).mock.results.length).toBe(1);
  await vi.mocked(fetch).mock.results[0]?.value;
  expect(screen.queryByRole('region')).toBeNull();
});
