import { isOfInputMethod } from '@heartline/ui';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { listedChats, useChats } from './chats.ts';
import { areSingleKeysOn, isFindComing, onShortcutsAsked, openFind, showShortcuts } from './shortcuts.ts';

const ShortcutsDialog = lazyOverlay(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

interface ChatKeysProps {
  /** The conversation that is open. */
  current?: string | undefined;
}

/** The keyboard shortcuts of the chat screens, and the dialog that lists them. */
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
      // During an input method composition the keys belong to the input method.
      const { current: open } = latest.current;
      const action = !isOfInputMethod(event) && actionOf(event, open);
      if (!action) return;
      // Only moves the focus: the browser then types the letter into the field.
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
/** Overlays that handle keys themselves while they are open. */
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';

function focusField(): void {
  document.querySelector<HTMLElement>('[data-conversation] textarea')?.focus({ preventScroll: true });
}

/** Text typed before the search has the focus must not land in the message field. */
function find(from: HTMLElement, conversation: string): void {
  from.blur();
  openFind(conversation);
}

/**
 * Returns the action of a key press. Single keys do nothing in a text field, in a dialog, or when they are switched
 * off.
 */
function actionOf(event: KeyboardEvent, open: string | undefined): KeyAction | undefined {
  const element = event.target as Element;
  if (element.closest(OVERLAY)) return undefined;
  const action = ACTIONS[namesOf(event)] ?? (mayWrite(open) && isLetter(event) ? 'write' : undefined);
  // A second press, with the focus in our search field, opens the browser’s own search.
  if (action === 'find') return open && !element.closest('[data-find]') ? 'find' : undefined;
  const isHandled = action && (!SINGLE.has(action) || (!element.closest(FIELD) && areSingleKeysOn()));
  return isHandled ? action : undefined;
}

const mayWrite = (open: string | undefined) => open !== undefined && !isFindComing(open);

/** True for a printable key. The space bar is excluded because it scrolls and presses buttons. */
function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key !== ' ' && Array.from(key).length === 1 && !ctrlKey && !altKey && !metaKey;
}

const ACTIONS: Partial<Record<string, KeyAction>> = {
  'Alt ArrowUp': 'previous',
  'Alt ArrowDown': 'next',
  'Control f': 'find',
  // Caps Lock is on.
  'Control F': 'find',
  '?': 'shortcuts',
  '/': 'search',
};

/** Names the pressed keys in one string. The command key of a Mac counts as Control. */
function namesOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string {
  return [altKey && 'Alt', (ctrlKey || metaKey) && 'Control', key].filter(Boolean).join(' ');
}
