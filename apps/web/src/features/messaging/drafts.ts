import { useEffect, useRef, useState } from 'react';

/**
 * What was written and not sent yet, per member and conversation: it survives a reload and the way to the payment page
 * and back. Wiped when the member signs out.
 */
const PREFIX = 'draft:';

const nameOf = (member: string, conversation: string) => `${PREFIX}${member}:${conversation}`;

/** The text in the field of one conversation, and the way to change it. */
export function useDraft(
  member: string,
  conversation: string,
): [text: string, setText: (text: string) => void] {
  const name = nameOf(member, conversation);
  const [text, setText] = useState(() => localStorage.getItem(name) ?? '');
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const timer = setTimeout(() => keep(name, text), 300);
    return () => clearTimeout(timer);
  }, [name, text]);
  useEffect(() => {
    const onLeave = () => keep(name, latest.current);
    addEventListener('pagehide', onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [name]);
  return [text, setText];
}

function keep(name: string, text: string): void {
  if (text.trim()) localStorage.setItem(name, text);
  else localStorage.removeItem(name);
}

/** Forgets every draft of every member. */
export function wipeDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
}
