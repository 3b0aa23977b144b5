import { useState } from 'react';

/**
 * The keys under which a form sends: the same for the same content, so that a repetition after a failure does nothing
 * twice; another for other content, which is something new.
 */
export function useKeyOfContent(): (content: object) => string {
  const [keyOf] = useState(() => {
    let tried: { content: string; key: string } | undefined;
    return (content: object): string => {
      const words = JSON.stringify(content);
      if (tried?.content !== words) tried = { content: words, key: crypto.randomUUID() };
      return tried.key;
    };
  });
  return keyOf;
}
