// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { openedPart } from './opened-part.tsx';

it('says, also on a network that leads nowhere, that it cannot be opened, opens nothing by itself, and opens with the next press', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const Sheet = () => <p>the sheet</p>;
  const load = vi.fn<() => Promise<{ Sheet: typeof Sheet }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ Sheet });
  const Part = openedPart(load, 'Sheet');
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        <Suspense fallback={null}>{isOpen && <Part onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  renderPage(<Page />, { hasNotices: true });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'open' }));
  press();
  await screen.findByText('This could not be loaded. Open it again once you are connected.');
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('the sheet')).toBeNull();
  press();
  await screen.findByText('the sheet');
});
