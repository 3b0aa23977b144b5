import { type ReactNode, useCallback, useEffect, useState } from 'react';

/** What was said is not found by who reads through the page later. */
const SAID_MS = 4_000;

/** A place on the page for what is only spoken, when there is a pause, and the way to say something there. */
export function useSpoken(): { region: ReactNode; speak: (words: ReactNode) => void } {
  const [said, setSaid] = useState<{ id: number; words: ReactNode }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  // The same words are said again: by another element.
  const speak = useCallback(
    (words: ReactNode) => setSaid((before) => ({ id: (before?.id ?? 0) + 1, words })),
    [],
  );
  const region = (
    <div aria-live="polite" className="sr-only">
      {said && <p key={said.id}>{said.words}</p>}
    </div>
  );
  return { region, speak };
}
