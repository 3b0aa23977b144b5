// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { MatchAnimation } from './match-animation.tsx';

afterEach(cleanup);

/** Shows the match after a timer, like a server answer: some effects run only after the first paint. */
function Page({ onDone }: { onDone: () => void }) {
  const [isMatch, setMatch] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMatch(true));
    return () => clearTimeout(timer);
  }, []);
  return isMatch && <MatchAnimation skipLabel="Skip" onDone={onDone} />;
}

it('captures a key from the first moment it is drawn', async () => {
  const [onDone, onPage] = [vi.fn<() => void>(), vi.fn<() => void>()];
  window.addEventListener('keydown', onPage);
  onTestFinished(() => window.removeEventListener('keydown', onPage));
  render(<Page onDone={onDone} />);
  const { promise: drawn, resolve } = Promise.withResolvers<unknown>();
  new MutationObserver(resolve).observe(document.body, { subtree: true, childList: true });
  await drawn;
  screen.getByRole('button', { name: 'Skip' });
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }),
  );
  expect(onPage).not.toHaveBeenCalled();
  expect(onDone).toHaveBeenCalledOnce();
});
