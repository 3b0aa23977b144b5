import type { ReactNode } from 'react';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: 'info' | 'success' | 'error' | undefined;
  /** Replaces the icon, for example by a small portrait. */
  media?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  /** Undoes what the title says. In one line with it, with its own icon; Ctrl+Z outside a field does the same. */
  undo?: { label: string; onPress: () => void } | undefined;
  /** Called when it expires or is closed, also by its action. */
  onClose?: (() => void) | undefined;
  /** Default 6000; at least 5000, so it can be read. Paused while the pointer or the focus is on a toast. */
  timeoutMs?: number | undefined;
  /** Stays until it is closed. For errors that need an answer. */
  isSticky?: boolean | undefined;
}

export interface ToastsProps {
  label: string;
  closeLabel: string;
}
