// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FailedNote } from './failed-note.tsx';
import { isFictionalConfirmed } from './fictional-confirmation.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

const { retry } = vi.hoisted(() => ({ retry: vi.fn<(key: string, change: object) => void>() }));
vi.mock('./outbox/use-outbox.ts', () => ({ outbox: { retry } }));

const refused: OutboxEntry = {
  order: 1,
  key: 'k',
  clientId: 'k',
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Fia',
  conversation: 'c',
  text: 'Hello',
  credits: 0,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'failed',
  refusal: { code: 'FICTIONAL_NOT_CONFIRMED' },
};

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('asks who wrote before the profile was known to be fictional, and sends it again once they understand', async () => {
  renderPage(<FailedNote entry={refused} name="Fia" />, {
    settings: { name: 'Heartline', fictional_message_credits: 0 },
  });
  await press('Send again');
  await press('Not now');
  expect(retry).not.toHaveBeenCalled();
  await press('Send again');
  await press('I understand, send it');
  expect(retry).toHaveBeenCalledExactlyOnceWith('k', { fictionalConfirmed: true });
  expect(isFictionalConfirmed('m')).toBe(true);
});
