import { useEffect, useRef } from 'react';

export interface InboxKeys {
  next: () => void;
  skip: () => void;
  reply: () => void;
}

/** Keys by position, because Alt turns them into other letters on some keyboards. */
const KEYS: Readonly<Record<string, keyof InboxKeys>> = { KeyN: 'next', KeyS: 'skip', KeyR: 'reply' };

/** Letters that Alt types on a Mac: ś and ń on a Polish keyboard. */
const OWN_LETTER = /^(?![A-Za-z])\p{Script=Latin}$/u;

const isTyped = ({ target, key }: KeyboardEvent) =>
  OWN_LETTER.test(key) && target instanceof Element && target.matches('input, textarea');

/**
 * Alt N opens the next conversation, Alt S skips one, Alt R focuses the field. They also work while typing, unless the
 * keyboard types a letter of its own with them.
 */
export function useInboxKeys(keys: InboxKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = KEYS[event.code];
      if (!name || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (isTyped(event)) return;
      event.preventDefault();
      current.current[name]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
