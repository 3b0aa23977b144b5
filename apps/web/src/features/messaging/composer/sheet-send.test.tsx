// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { serverNow } from '../../../client/clock.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SheetSend, useSheetSend } from './sheet-send.tsx';
import { SheetTextField } from './sheet-text-field.tsx';

const onSend = vi.fn<() => void>();

type Kind = Parameters<typeof useSheetSend>[0]['kind'];

function Sheet({ isReady, credits, kind }: { isReady: boolean; credits: number; kind: Kind }) {
  const sheet = {
    kind,
    profile: { id: 'p', name: 'Ada' },
    words: 'for you',
    price: 2,
    isReady,
    onSend,
  };
  const sending = useSheetSend(sheet);
  return (
    <>
      <SheetTextField value="for you" onChange={() => {}} onSend={sending.send} />
      <SheetSend price={2} credits={credits} {...sending} onClose={() => {}} />
    </>
  );
}

interface Opened {
  pausedUntil?: number | null;
  isReady?: boolean;
  message?: number;
  limited?: number;
  /** Period of the limit. */
  period?: 'day' | 'week' | 'month';
  credits?: number;
  mayOpen?: boolean;
  kind?: Kind;
}

function open(opened: Opened = {}) {
  const { pausedUntil = null, isReady = true, message = 1, limited, credits = 9, mayOpen = true } = opened;
  const { kind = 'gift', period = 'week' } = opened;
  const known = { message_credits: message, may_open: mayOpen, pausedUntil, limit: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  const limit = limited ? { credits: limited, period, until: serverNow() + 3_600_000 } : null;
  queryClient.setQueryData(keys.messagePrice('p', 2), { ...known, limit });
  renderPage(<Sheet isReady={isReady} credits={credits} kind={kind} />, {
    settings: { message_length: 200 },
  });
  return (key: KeyboardEventInit) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...key });
}

beforeEach(() => void onSend.mockClear());

it('shows a spending pause before sending, and Enter sends nothing', () => {
  const press = open({ pausedUntil: serverNow() + 3_600_000 });
  expect(document.body.textContent).toContain('Your spending break lasts until ');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true);
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('shows the pause for a gift to a member whose messages are free', () => {
  open({ pausedUntil: serverNow() + 3_600_000, message: 0 });
  expect(document.body.textContent).toContain('Your spending break lasts until ');
});

it('says that the gift would exceed a limit although a message would not', () => {
  const press = open({ limited: 2 });
  expect(document.body.textContent).toMatch(
    /would take you over your limit of 2 credits a week\. You can send again from \w/,
  );
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('shows a limit that outlasts the pause together with it', () => {
  open({ limited: 2, pausedUntil: serverNow() + 60_000 });
  expect(document.body.textContent).toMatch(
    /Your spending break lasts until .+\. This gift would take you over your limit of 2 credits a week\. You can send again/,
  );
});

it.each([
  ['gift', 2, 'day', /This gift would take you over your limit of 2 credits a day\. You can/],
  ['photo', 2, 'week', /This photo would take you over your limit of 2 credits a week\. You can/],
  ['photo', 1, 'month', /This photo would take you over your limit of 1 credit a month\./],
] as const)('names the %s that would exceed a limit of %i a %s', (kind, limited, period, words) => {
  open({ limited, kind, period });
  expect(document.body.textContent).toMatch(words);
});

it('names no date when the price is above the whole limit', () => {
  open({ limited: 1 });
  expect(document.body.textContent).toContain('would take you over your limit of 1 credit a week.');
  expect(document.body.textContent).not.toContain('You can send again');
});

it.each<[string, Opened, string]>([
  ['a pause', { pausedUntil: serverNow() + 3_600_000 }, 'Your spending break lasts until'],
  ['a limit', { limited: 2 }, 'would take you over your limit'],
  ['a refusal of first messages', { mayOpen: false }, 'only takes first messages from'],
])('shows %s to a member without credits, and does not send', (_what, blocked, words) => {
  const press = open({ credits: 0, ...blocked });
  expect(document.body.textContent).toContain(words);
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('sends on to the packs when only the credits are missing', () => {
  const press = open({ credits: 0 });
  expect(document.body.textContent).toContain('You have 0 credits. Next, you can get more.');
  press({});
  expect(onSend).toHaveBeenCalledOnce();
});

it('sends on Enter without Shift and outside of a composition', () => {
  const press = open();
  press({ shiftKey: true });
  press({ isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  press({});
  expect(onSend).toHaveBeenCalledOnce();
});

it('sends nothing on Enter while nothing is chosen', () => {
  const press = open({ isReady: false });
  press({});
  expect(onSend).not.toHaveBeenCalled();
});
