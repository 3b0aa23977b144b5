// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

const Sheet = () => <p>the sheet</p>;
const UNREACHED = 'This didn’t load. Open it again once you’re connected.';
const press = () => fireEvent.click(screen.getByRole('button', { name: 'open' }));

function openPage(Overlay: ReturnType<typeof lazyOverlay<{ Sheet: typeof Sheet }, 'Sheet'>>): void {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        <Suspense fallback={null}>{isOpen && <Overlay onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  renderPage(<Page />, { hasNotices: true });
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says on a network without internet that it can’t open, until pressed again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const load = vi.fn<() => Promise<{ Sheet: typeof Sheet }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ Sheet });
  const Overlay = lazyOverlay(load, 'Sheet');
  openPage(Overlay);
  press();
  await screen.findByText(UNREACHED);
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('the sheet')).toBeNull();
  press();
  await screen.findByText('the sheet');
});

it('reports a dead connection, and opens with the next press only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('The line is silent.', 'TimeoutError')));
  const coming = Promise.withResolvers<{ Sheet: typeof Sheet }>();
  openPage(lazyOverlay(() => coming.promise, 'Sheet'));
  press();
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText(UNREACHED);
  coming.resolve({ Sheet });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.queryByText('the sheet')).toBeNull();
  press();
  await screen.findByText('the sheet');
});

it('waits on a slow connection as long as the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  const coming = Promise.withResolvers<{ Sheet: typeof Sheet }>();
  openPage(lazyOverlay(() => coming.promise, 'Sheet'));
  press();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(screen.queryByText(UNREACHED)).toBeNull();
  coming.resolve({ Sheet });
  await screen.findByText('the sheet');
});

it('gives up on a file that never arrives, though the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  openPage(lazyOverlay(() => new Promise<never>(() => {}), 'Sheet'));
  press();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await screen.findByText(UNREACHED)).toBeTruthy();
});
