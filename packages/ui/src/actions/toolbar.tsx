import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';

export interface ToolbarProps {
  /** Accessible name of the toolbar. */
  label: string;
  /** Its buttons. */
  children: ReactNode;
  className?: string | undefined;
}

/** A row of buttons with one tab stop and arrow keys between them. Load it through `lazy()`. */
export function Toolbar({ label, children, className }: ToolbarProps) {
  return (
    <AriaToolbar aria-label={label} className={className ?? ''}>
      {children}
    </AriaToolbar>
  );
}
