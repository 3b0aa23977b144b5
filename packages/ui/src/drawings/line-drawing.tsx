import { classNames } from '../class-names.ts';
import { drawings } from './drawings.ts';

export type LineDrawingName = keyof typeof drawings;

export interface LineDrawingProps {
  name: LineDrawingName;
  className?: string | undefined;
  /** Draws itself once when it appears. */
  isDrawn?: boolean | undefined;
  /** Width of the stroke in units of the 240 × 160 box. */
  strokeWidth?: number | undefined;
}

/** One of our drawings, in the colour of the text around it. Decoration: it says nothing to a screen reader. */
export function LineDrawing({ name, className, isDrawn, strokeWidth = 2.5 }: LineDrawingProps) {
  return (
    <svg viewBox="0 0 240 160" className={className} aria-hidden focusable="false">
      <path
        d={drawings[name]}
        pathLength={1}
        strokeDasharray={isDrawn ? '1' : undefined}
        strokeWidth={strokeWidth}
        className={classNames('line-drawn', isDrawn && 'animate-draw-slow')}
      />
    </svg>
  );
}
