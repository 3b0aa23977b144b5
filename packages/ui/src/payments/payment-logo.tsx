import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { brandDrawings } from './brand-drawings.tsx';
import { methodDrawings } from './method-drawings.tsx';

const drawings = { ...methodDrawings, ...brandDrawings };

/** A way to pay, or a card brand, that has a logo. */
export type PaymentLogoName = keyof typeof drawings;

export interface PaymentLogoProps {
  name: PaymentLogoName;
  /** 44 px wide, or 30 px beside a line of text. */
  size?: 'sm' | 'md' | undefined;
  /** For screen readers, where no text beside it names it. */
  label?: string | undefined;
}

/**
 * The logo of a way to pay, drawn on a light tile in both themes, since the owners’ colours need one. Shapes and letters
 * differ, so the logos are told apart without colours too.
 */
export function PaymentLogo({ name, size = 'md', label }: PaymentLogoProps): ReactNode {
  return (
    <svg
      viewBox="0 0 44 30"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      className={classNames(
        'shrink-0 forced-color-adjust-none rounded-sm border border-line',
        size === 'sm' ? 'h-5 w-7.5' : 'h-7.5 w-11',
      )}
    >
      <rect width="44" height="30" fill="#fff" />
      {drawings[name]}
    </svg>
  );
}
