// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setConnected } from '../../live/connection.ts';
import { asDrawn } from '../../testing/as-drawn.ts';
import { renderPage } from '../../testing/render-page.tsx';
import type { Row } from './conversation-rows.ts';
import { NewerEdge, OlderEdge, useLoadAround } from './load-around.tsx';

const onOlder = vi.fn<() => Promise<void>>();
const onNewer = vi.fn<() => Promise<void>>();
const ROWS = [{} as Row];
/** Far from both edges. */
const FAR = 5_000;
/** Scroll offset of the reader. */
let above: number;

function List({ hasOlder, hasNewer }: { hasOlder: boolean; hasNewer: boolean }) {
  const list = useRef({
    get scrollOffset() {
      return above;
    },
    scrollSize: 10_000,
    viewportSize: 500,
  } as VirtualizerHandle);
  const scroller = useRef<HTMLElement>(null);
  const around = { rows: ROWS, hasOlder, hasNewer, onOlder, onNewer };
  const { look, edges } = useLoadAround(around, { list, scroller });
  return (
    <section ref={scroller} tabIndex={-1} aria-label="messages">
      <button type="button" onClick={look} aria-label="scroll" />
      <OlderEdge {...edges}>The beginning</OlderEdge>
      <NewerEdge {...edges} />
    </section>
  );
}

function open(edges: { hasOlder: boolean; hasNewer: boolean }) {
  vi.resetAllMocks();
  above = FAR;
  onTestFinished(() => setConnected(false));
  renderPage(<List {...edges} />);
}

function scroll(offset: number) {
  above = offset;
  fireEvent.click(screen.getByRole('button', { name: 'scroll' }));
}

const line = () => screen.queryByRole('status')?.textContent ?? '';

it('retries older messages on a press, and then focuses the list', async () => {
  open({ hasOlder: true, hasNewer: false });
  onOlder.mockRejectedValueOnce(new Error('connection failed')).mockResolvedValue();
  scroll(0);
  await expect.poll(line).toBe('Couldn’t load older messages');
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  fireEvent.click(again);
  await expect.poll(() => onOlder.mock.calls.length).toBeGreaterThan(1);
  expect(line()).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('messages'));
});

it.each([
  ['older', { hasOlder: true, hasNewer: false }, 0],
  ['newer', { hasOlder: false, hasNewer: true }, 9_400],
] as const)('loads %s messages again when the connection is back', async (edge, edges, offset) => {
  open(edges);
  const bring = edge === 'older' ? onOlder : onNewer;
  bring.mockRejectedValueOnce(new Error('connection failed')).mockResolvedValue();
  scroll(offset);
  await asDrawn(() => line() === `Couldn’t load ${edge} messages`);
  expect(bring).toHaveBeenCalledOnce();
  setConnected(true);
  await expect.poll(line).toBe('');
  expect(bring.mock.calls.length).toBeGreaterThan(1);
});
