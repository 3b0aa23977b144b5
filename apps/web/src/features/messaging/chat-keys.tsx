import { isOfInputMethod } from '@heartline/ui';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { openedPart } from '../../client/opened-part.tsx';
import { listedChats, useChats } from './chats.ts';
import { areSingleKeysOn, isFindComing, onShortcutsAsked, openFind, showShortcuts } from './shortcuts.ts';

const ShortcutsDialog = openedPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

interface ChatKeysProps {
  /** The conversation that is open. */
  current?: string | undefined;
}

/** The keys of the chat screens, and the page that explains them. */
export function ChatKeys({ current }: ChatKeysProps) {
  const chats = useChats();
  const navigate = useNavigate();
  const asked = useSyncExternalStore(onShortcutsAsked.subscribe, onShortcutsAsked.count);
  const [closed, setClosed] = useState(asked);
  const latest = useRef({ chats, current, navigate });
  latest.current = { chats, current, navigate };
  useEffect(() => {
    const go = (step: number) => {
      const { chats: known = [], current: open } = latest.current;
      const all = listedChats() ?? known;
      const at = all.findIndex((chat) => chat.conversation.id === open);
      const next = all[at < 0 ? 0 : at + step];
      if (next) void latest.current.navigate({ to: `/chats/${next.conversation.id}` });
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // Within a word of an input method the keys are its own.
      const { current: open } = latest.current;
      const action = !isOfInputMethod(event) && actionOf(event, open);
      if (!action) return;
      // The letter itself goes into the field that has the focus now.
      if (action === 'write') return focusField();
      event.preventDefault();
      if (action === 'previous' || action === 'next') go(action === 'next' ? 1 : -1);
      else if (action === 'find') find(event.target as HTMLElement, open ?? '');
      else if (action === 'search') document.querySelector<HTMLElement>('[data-chat-search]')?.focus();
      else showShortcuts();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Suspense fallback={null}>
      {asked !== closed && <ShortcutsDialog onClose={() => setClosed(asked)} />}
    </Suspense>
  );
}

type KeyAction = 'previous' | 'next' | 'find' | 'search' | 'shortcuts' | 'write';

const SINGLE: ReadonlySet<KeyAction> = new Set(['search', 'shortcuts', 'write']);

const FIELD = 'input, textarea, select, [contenteditable]';
/** What takes keys for itself while it is open. */
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';

function focusField(): void {
  document.querySelector<HTMLElement>('[data-conversation] textarea')?.focus({ preventScroll: true });
}

/** Until the search has the focus what is typed is nobody's: it is no message. */
function find(from: HTMLElement, conversation: string): void {
  from.blur();
  openFind(conversation);
}

/** What a press asks for, if anything. Single keys do nothing while something is written, in a dialog, or switched off. */
function actionOf(event: KeyboardEvent, open: string | undefined): KeyAction | undefined {
  const element = event.target as Element;
  if (element.closest(OVERLAY)) return undefined;
  const action = ACTIONS[namesOf(event)] ?? (mayWrite(open) && isLetter(event) ? 'write' : undefined);
  // A second press, with the focus in our field, is the browser’s own search.
  if (action === 'find') return open && !element.closest('[data-find]') ? 'find' : undefined;
  const isHeard = action && (!SINGLE.has(action) || (!element.closest(FIELD) && areSingleKeysOn()));
  return isHeard ? action : undefined;
}

const mayWrite = (open: string | undefined) => open !== undefined && !isFindComing(open);

/** A sign by itself, as opposed to a key with a name; the space bar scrolls and presses. */
function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key !== ' ' && Array.from(key).length === 1 && !ctrlKey && !altKey && !metaKey;
}

const ACTIONS: Partial<Record<string, KeyAction>> = {
  'Alt ArrowUp': 'previous',
  'Alt ArrowDown': 'next',
  'Control f': 'find',
  // With the letters locked as capitals.
  'Control F': 'find',
  '?': 'shortcuts',
  '/': 'search',
};

/** The keys that are pressed together, as one word; the command key is what Control is elsewhere. */
function namesOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string {
  return [altKey && 'Alt', (ctrlKey || metaKey) && 'Control', key].filter(Boolean).join(' ');
}
