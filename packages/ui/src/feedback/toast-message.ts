import type { ReactNode } from 'react';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: 'info' | 'success' | 'error' | undefined;
  /** In place of the icon, such as a small portrait. */
  media?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  /** It went: its time was over, or it was closed, also by its action. */
  onClose?: (() => void) | undefined;
  /** Default 6000; at least 5000 so that it can be read. Stands still while the pointer or the focus is on a notice. */
  timeoutMs?: number | undefined;
  /** Stays until it is closed. Errors that need an answer. */
  isSticky?: boolean | undefined;
}

export interface ToastsProps {
  label: string;
  closeLabel: string;
}
