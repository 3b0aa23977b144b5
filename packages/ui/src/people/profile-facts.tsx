import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts in two columns (one on phones): small label, value beside it, hairlines between. */
export function TwoColumnFacts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames('grid grid-cols-1 gap-x-12 sm:grid-cols-2', className)}>
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="flex min-h-11 items-baseline justify-between gap-4 border-b border-line py-2.5"
        >
          <dt className="shrink-0 text-sm text-ink-2">{fact.label}</dt>
          <dd className="min-w-0 text-right text-base font-medium">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface QuoteProps {
  children: ReactNode;
  /** Language of the text, if it differs from the page. */
  lang?: string | undefined;
  /** The author, or a heading such as "In her words". */
  caption?: ReactNode;
  className?: string | undefined;
}

/** A member's own text, set in Fraunces with a hanging quotation mark. */
export function Quote({ children, lang, caption, className }: QuoteProps) {
  return (
    <figure className={classNames('max-w-text', className)}>
      {caption && <figcaption className="mb-2 text-sm font-semibold text-ink-2">{caption}</figcaption>}
      <blockquote
        lang={lang}
        className="title text-lg leading-[1.45] font-[430]! text-pretty whitespace-pre-line"
      >
        {children}
      </blockquote>
    </figure>
  );
}
