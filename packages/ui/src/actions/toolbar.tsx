import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';

export interface ToolbarProps {
  /** Names what the buttons are. */
  label: string;
  /** Its buttons. */
  children: ReactNode;
  className?: string | undefined;
}

/** A row of buttons that is one stop of the Tab key, with arrows between them. Reach it through `lazy()`. */
export function Toolbar({ label, children, className }: ToolbarProps) {
  return (
    <AriaToolbar aria-label={label} className={className ?? ''}>
      {children}
    </AriaToolbar>
  );
}
