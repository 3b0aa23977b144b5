import { CircleAlert, CircleCheck, Info, Undo2, X } from 'lucide-react';
import { useEffect } from 'react';
import {
  Button as AriaButton,
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast';
import { buttonClass } from '../actions/button.tsx';
import type { ToastMessage } from './toast-message.ts';

/** The library marks its toast API as unstable, so only this file uses it. */
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Adds a toast; returns a function that removes it. */
export function addToast(message: ToastMessage): () => void {
  // An equal toast, as after saving twice, replaces the first: a pile has no more information.
  const same = queue.visibleToasts.find(({ content }) => isSame(content, message));
  if (same) queue.close(same.key);
  const { onClose, isSticky, timeoutMs = 6000 } = message;
  const key = queue.add(message, { ...(onClose && { onClose }), ...(!isSticky && { timeout: timeoutMs }) });
  return () => queue.close(key);
}

/** Removes all toasts. */
export function clearQueue(): void {
  queue.clear();
}

/** Toasts with an action or undo are never equal: each concerns one thing. */
function isSame(shown: ToastMessage, next: ToastMessage): boolean {
  if (shown.action || next.action || shown.undo || next.undo) return false;
  return shown.title === next.title && shown.description === next.description;
}

/** Aligned with the close button, as the title is. */
const icons = {
  undo: <Undo2 className="mt-1.5 size-5 text-ink-2" aria-hidden />,
  info: <Info className="mt-1.5 size-5 text-sky" aria-hidden />,
  success: <CircleCheck className="mt-1.5 size-5 text-leaf" aria-hidden />,
  error: <CircleAlert className="mt-1.5 size-5 text-danger" aria-hidden />,
};

/** Fields have their own undo. */
const FIELD = 'input, textarea, select, [contenteditable]';

/** Ctrl+Z or ⌘Z undoes what the newest toast offers to undo. */
function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      const isOfField = event.target instanceof Element && event.target.matches(FIELD);
      if (!isUndo || isOfField || event.shiftKey || event.altKey) return;
      const newest = queue.visibleToasts.find(({ content }) => content.undo);
      if (!newest) return;
      event.preventDefault();
      newest.content.undo?.onPress();
      queue.close(newest.key);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Below the top bar, right, where it covers neither a composer nor the buttons near the thumb. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  useUndoKey();
  return (
    <Region
      queue={queue}
      aria-label={label}
      className="fixed inset-x-4 top-[calc(var(--bar-height)+12px)] z-60 mx-auto flex max-w-87.5 flex-col gap-2 outline-none sm:right-6 sm:left-auto sm:mx-0 sm:w-87.5"
    >
      {({ toast }) => (
        <Toast
          toast={toast}
          className="fades flex animate-rise items-start gap-3 rounded-card border border-line bg-card py-3 pr-2 pl-4 text-ink shadow-float"
        >
          {toast.content.media ?? icons[toast.content.undo ? 'undo' : (toast.content.tone ?? 'info')]}
          <ToastContent className="min-w-0 grow pt-[5px]">
            <Text slot="title" className="block font-semibold">
              {toast.content.title}
            </Text>
            {toast.content.description && (
              <Text slot="description" className="mt-0.5 block text-sm text-ink-2">
                {toast.content.description}
              </Text>
            )}
            {toast.content.action && (
              <AriaButton
                onPress={() => {
                  toast.content.action?.onPress();
                  queue.close(toast.key);
                }}
                className={`${buttonClass('quiet', 'sm')} mt-2`}
              >
                {toast.content.action.label}
              </AriaButton>
            )}
          </ToastContent>
          {toast.content.undo && (
            <AriaButton
              aria-keyshortcuts="Control+Z Meta+Z"
              onPress={() => {
                toast.content.undo?.onPress();
                queue.close(toast.key);
              }}
              className="target shrink-0 rounded-control px-2 py-1 font-semibold text-pulse hover:bg-hover"
            >
              {toast.content.undo.label}
            </AriaButton>
          )}
          <AriaButton
            slot="close"
            aria-label={closeLabel}
            className="target flex size-8 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-hover"
          >
            <X className="size-4" aria-hidden />
          </AriaButton>
        </Toast>
      )}
    </Region>
  );
}
