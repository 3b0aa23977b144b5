// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FictionalDialog } from './fictional-dialog.tsx';

it.each([
  [undefined, 'I understand, send it', true],
  [0, 'I understand, send it', true],
  [5, 'I understand, send it · 5 credits', false],
])('shows a message that costs %s with the button “%s”', async (credits, words, isFree) => {
  const noop = () => {};
  renderPage(<FictionalDialog name="Fia" credits={credits} onConfirm={noop} onClose={noop} />, {
    settings: { name: 'Heartline', fictional_message_credits: 0 },
  });
  expect(await screen.findByRole('button', { name: words })).toBeTruthy();
  expect(document.body.textContent.includes('are free')).toBe(isFree);
});
