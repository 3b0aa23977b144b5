// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { type CreditsSheetProps, type Slots, SlotsProvider } from '../../../client/slots.tsx';
import { renderPage } from '../../../testing/render-page.tsx';
import { storeDraft } from '../drafts.ts';
import type { Draft } from '../outbox/outbox.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { askForCredits, closeCredits } from './credits-asked.ts';
import { CreditsOverChat } from './credits-over-chat.tsx';

const draft: Draft = {
  kind: 'text',
  name: 'Ada',
  profile: 'p',
  conversation: 'c',
  text: 'Hello',
  credits: 1,
  fictionalConfirmed: false,
};

/** A chat with "Hello" in its field. `ask` opens the sheet over it, and returns its `onOpened`. */
function chat({ fictional = false } = {}) {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  const hold = vi.spyOn(outbox, 'hold').mockResolvedValue(true);
  const discard = vi.spyOn(outbox, 'discard').mockResolvedValue(true);
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const drawn = vi.fn<(props: CreditsSheetProps) => void>();
  const CreditsSheet = (props: CreditsSheetProps) => {
    drawn(props);
    return <p>{props.title}</p>;
  };
  storeDraft('draft:me:c', 'Hello');
  const slots = { CreditsSheet } as Partial<Slots> as Slots;
  const shown = renderPage(
    <SlotsProvider value={slots}>
      <CreditsOverChat conversation="c" profile={{ id: 'p', name: 'Ada', fictional }} credits={0} isReply />
    </SlotsProvider>,
    { settings: { message_length: 1_000, fictional_singular: '' } },
  );
  const onLeft = vi.fn<() => void>();
  const ask = (key: string) => {
    act(() =>
      askForCredits('c', { kind: 'text', text: 'Hello', credits: 1, message: { draft, key, onLeft } }),
    );
    return drawn.mock.lastCall?.[0].onOpened ?? (async () => false);
  };
  return { ask, onLeft, discard, shown, held: () => hold.mock.calls.map(([, , key]) => key), hold };
}

const close = () => act(() => closeCredits('c'));

it('leaves the message waiting once, however often its payment is opened', async () => {
  const { ask, onLeft, held } = chat();
  const opened = ask('k');
  expect(await opened()).toBe(true);
  expect(await opened()).toBe(true);
  expect([held(), onLeft.mock.calls.length]).toEqual([['k'], 1]);
  close();
});

it('holds nothing for a sheet that was closed before its payment opened', async () => {
  const { ask, onLeft, held } = chat();
  const first = ask('k1');
  close();
  const second = ask('k2');
  expect(await first()).toBe(false);
  expect([held(), onLeft.mock.calls.length]).toEqual([[], 0]);
  expect(await second()).toBe(true);
  expect([held(), onLeft.mock.calls.length]).toEqual([['k2'], 1]);
  close();
});

it('holds no text that was sent from another tab meanwhile', async () => {
  const { ask, onLeft, held } = chat();
  const opened = ask('k');
  storeDraft('draft:me:c', '');
  expect(await opened()).toBe(true);
  expect([held(), onLeft.mock.calls.length]).toEqual([[], 0]);
  close();
});

it('takes the message back if the chat is left while it is stored', async () => {
  const { ask, onLeft, discard, shown, hold } = chat();
  const storing = Promise.withResolvers<boolean>();
  hold.mockReturnValue(storing.promise);
  const opened = ask('k')();
  shown.unmount();
  storing.resolve(true);
  expect(await opened).toBe(false);
  expect([discard.mock.calls, onLeft.mock.calls.length]).toEqual([[['k']], 0]);
  expect(screen.queryByText('Get credits to reply to Ada')).toBeNull();
});

it('names a fictional member with the label', () => {
  const { ask } = chat({ fictional: true });
  ask('k');
  expect(screen.getByText('Get credits to reply to Ada (Fictional)')).not.toBeNull();
  close();
});
