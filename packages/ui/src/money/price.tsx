import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface CreditsPillProps {
  /** "12", or "12 credits". */
  children: ReactNode;
  /** `amber` at 10 or fewer, `danger` at 0. */
  tone?: 'plain' | 'amber' | 'danger' | undefined;
  /** For screen readers: "12 credits left". */
  label?: string | undefined;
  className?: string | undefined;
}

const tones = {
  plain: 'bg-hover text-ink',
  amber: 'bg-amber-soft text-amber',
  danger: 'bg-danger-soft text-danger',
};

/** A balance in a capsule. Digits keep their width while they change. */
export function CreditsPill({ children, tone = 'plain', label, className }: CreditsPillProps) {
  return (
    <span
      className={classNames(
        'tabular inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold whitespace-nowrap transition-colors duration-200',
        tones[tone],
        className,
      )}
    >
      <Coins className="size-4" aria-hidden />
      <span aria-hidden={label ? true : undefined}>{children}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

export interface PriceTagProps {
  /** Formatted by the caller in the visitor's currency: "€ 14.99". */
  price: string;
  /** Before a discount; struck through. */
  oldPrice?: string | undefined;
  /** For screen readers, before the old price: "Was". */
  oldPriceLabel?: string | undefined;
  /** "€ 0.25 per message". */
  note?: string | undefined;
  size?: 'md' | 'lg' | undefined;
}

/** An amount of money, in digits of one width; aligned like the surrounding text. */
export function PriceTag({ price, oldPrice, oldPriceLabel, note, size = 'md' }: PriceTagProps) {
  return (
    <span className="tabular inline-block">
      <span className="block">
        <span
          className={classNames('font-semibold whitespace-nowrap', size === 'lg' ? 'text-lg' : 'text-md')}
        >
          {price}
        </span>
        {oldPrice && (
          <>
            {' '}
            <s className="text-sm whitespace-nowrap text-ink-2">
              {oldPriceLabel && <span className="sr-only">{oldPriceLabel} </span>}
              {oldPrice}
            </s>
          </>
        )}
      </span>
      {note && <span className="block text-sm text-ink-2">{note}</span>}
    </span>
  );
}
