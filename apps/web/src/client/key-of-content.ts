import { useState } from 'react';

/**
 * Idempotency keys of a form. The same content gets the same key, so that a repeat after a failure does nothing twice.
 * Other content gets a new key.
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
