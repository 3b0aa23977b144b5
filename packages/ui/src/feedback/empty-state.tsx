import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { LineDrawing, type LineDrawingName } from '../drawings/line-drawing.tsx';

export interface EmptyStateProps {
  drawing: LineDrawingName;
  title: string;
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** Level of the title. Default 2; 1 if it is the page (404). */
  level?: 1 | 2 | undefined;
  className?: string | undefined;
}

/** Empty list, no result or error: a drawing, one sentence, one action. */
export function EmptyState({ drawing, title, children, action, level = 2, className }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-narrow flex-col items-center px-6 py-12 text-center',
        className,
      )}
    >
      <LineDrawing name={drawing} className="h-36 w-auto max-w-full text-pulse" isDrawn />
      <Title className="title mt-6 text-xl">{title}</Title>
      {children && <div className="mt-2 text-base text-balance text-ink-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
