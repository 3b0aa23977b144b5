// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { PartnerCard } from './partner-card.tsx';

const ada = { id: 'p', name: 'Ada', age: 30, country: 'NL', fictional: false } as ProfileCard;

it('says that it is offline, and loads the rest of the profile on a press', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  renderPage(
    <SlotsProvider value={{ LikeToggle: () => null } as unknown as Slots}>
      <PartnerCard profile={ada} />
    </SlotsProvider>,
    { settings: { cdn_prefix: '' } },
  );
  const text = () => document.body.textContent;
  await expect.poll(text).toContain('You’re offline');
  expect(text()).toContain('Ada');
  const answer = { profile: { ...ada, about: 'I build boats.', language: 'en', shared_interests: [] } };
  ask.mockImplementation(async () => Response.json(answer));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(text).toContain('I build boats.');
  expect(text()).not.toContain('You’re offline');
});
