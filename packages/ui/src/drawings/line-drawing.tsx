import { classNames } from '../class-names.ts';
import { drawings } from './drawings.ts';

export type LineDrawingName = keyof typeof drawings;

export interface LineDrawingProps {
  name: LineDrawingName;
  className?: string | undefined;
  /** Draws itself once on appearance. */
  isDrawn?: boolean | undefined;
  /** Stroke width in units of the 240 × 160 box. */
  strokeWidth?: number | undefined;
}

/** One of the drawings, in the colour of the surrounding text. Decorative: hidden from screen readers. */
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
