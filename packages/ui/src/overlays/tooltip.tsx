import type { ReactElement } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

export interface TooltipProps {
  text: string;
  /** One focusable element. */
  children: ReactElement<Record<string, unknown>, string>;
  placement?: 'top' | 'bottom' | undefined;
}

/** A short explanation on hover and focus. Never the only place of a fact, because touch has no hover. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        placement={placement}
        offset={8}
        className="max-w-64 rounded-control bg-ink px-3 py-1.5 text-sm text-paper shadow-float data-entering:animate-fade"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
