import { type ReactNode, useCallback, useEffect, useState } from 'react';

/** Time after which announced text is removed, so that a screen reader does not find it later. */
const SAID_MS = 4_000;

/** A live region for screen readers, and a function to announce text in it. */
export function useSpoken(): { region: ReactNode; speak: (words: ReactNode) => void } {
  const [said, setSaid] = useState<{ id: number; words: ReactNode }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  // A new key makes React create a new element, so that the same text is announced again.
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
