import { useEffect, useRef } from 'react';

export interface DeskKeys {
  next: () => void;
  skip: () => void;
  reply: () => void;
}

/** The keys by place, since Alt makes other letters of them on some keyboards. */
const KEYS: Readonly<Record<string, keyof DeskKeys>> = { KeyN: 'next', KeyS: 'skip', KeyR: 'reply' };

/** Letters that Alt alone writes on a Mac: ś and ń on a Polish keyboard. */
const OWN_LETTER = /^(?![A-Za-z])\p{Script=Latin}$/u;

const isTyped = ({ target, key }: KeyboardEvent) =>
  OWN_LETTER.test(key) && target instanceof Element && target.matches('input, textarea');

/**
 * Alt N, Alt S, Alt R: the next conversation, skip this one, to the field. They work while one is writing too, but where
 * they are letters of their own.
 */
export function useDeskKeys(keys: DeskKeys): void {
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
