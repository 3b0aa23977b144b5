import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Time in ms that every undo notice shows. Paused while the pointer or the focus is on it. */
export const UNDO_MS = 6_000;

export interface Undoable {
  /** Past tense: "Conversation with Mira removed". */
  title: string;
  onUndo: () => void;
  /** Runs when the notice goes, also after an undo. */
  onClose?: (() => void) | undefined;
}

/**
 * Says what was done and offers to undo it: one look, one place and one time for all such notices. Ctrl+Z or ⌘Z outside
 * a field undoes the newest. Resolves with a function that removes it.
 */
export function showUndo({ title, onUndo, onClose }: Undoable): Promise<() => void> {
  return showToast({
    title,
    undo: { label: i18n._(msg`Undo`), onPress: onUndo },
    timeoutMs: UNDO_MS,
    onClose,
  });
}
