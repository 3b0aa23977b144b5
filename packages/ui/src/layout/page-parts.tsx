import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Buttons, on the right of wide screens. */
  actions?: ReactNode;
  /** Above the title: a back link. */
  eyebrow?: ReactNode;
  className?: string | undefined;
}

/** The header of a page. */
export function PageHeader({ title, description, actions, eyebrow, className }: PageHeaderProps) {
  return (
    <header
      className={classNames('mb-6 flex flex-wrap items-end justify-between gap-x-3 gap-y-3', className)}
    >
      <div className="min-w-0 grow basis-44">
        {eyebrow && <div className="mb-1 text-sm text-ink-2">{eyebrow}</div>}
        <h1 className="title text-xl md:text-2xl">{title}</h1>
        {description && <p className="mt-1 max-w-text text-base text-ink-2">{description}</p>}
      </div>
      {actions && <div className="flex items-center gap-2">{actions}</div>}
    </header>
  );
}

/** A part of a page with its own heading. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A raised surface. Never put one inside another. */
export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={classNames('rounded-card border border-line bg-card p-5 sm:p-6', className)}>
      {children}
    </div>
  );
}
