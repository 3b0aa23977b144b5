export interface LetteringProps {
  word: string;
  /** Centre of the word, its baseline and its exact width, in units of the 44 × 30 box. */
  x?: number | undefined;
  y: number;
  width: number;
  size: number;
  fill: string;
  weight?: number | undefined;
  isItalic?: boolean | undefined;
}

/** A word of a logo, in the typeface of the site and stretched to its width, so that no other font moves it. */
export function Lettering({ word, x = 22, y, width, size, fill, weight = 800, isItalic }: LetteringProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      fontSize={size}
      fontWeight={weight}
      fill={fill}
      transform={isItalic ? `translate(${y * 0.2} 0) skewX(-11)` : undefined}
    >
      {word}
    </text>
  );
}
