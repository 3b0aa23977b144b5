import { type ReactNode, useId } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';

/** The width of a page and its edges. `narrow` for forms, `text` for reading, `page` for the rest. */
export function Page({
  children,
  width = 'page',
  className,
}: {
  children: ReactNode;
  width?: 'narrow' | 'text' | 'page';
  className?: string;
}) {
  const widths = { narrow: 'max-w-[calc(440px+2rem)]', text: 'max-w-[calc(68ch+2rem)]', page: 'max-w-page' };
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classNames('safe-x mx-auto w-full py-6 outline-none md:py-8', widths[width], className)}
    >
      {children}
    </main>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Buttons, right on wide screens. */
  actions?: ReactNode;
  /** Above the title: a back link. */
  eyebrow?: ReactNode;
  className?: string | undefined;
}

/** The head of a page. */
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

/** A part of a page under a heading of its own. */
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

/** A raised surface. Never one inside another. */
export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={classNames('rounded-card border border-line bg-card p-5 sm:p-6', className)}>
      {children}
    </div>
  );
}

export interface ProgressLineProps {
  /** Steps done so far, from 0. */
  value: number;
  max: number;
  /** "Step 2 of 5". */
  label: string;
}

/** Progress as the line growing: it runs on, with a gentle swing where one is now. */
export function ProgressLine({ value, max, label }: ProgressLineProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={label}
    >
      <svg
        viewBox="0 0 400 12"
        preserveAspectRatio="none"
        className="block h-3 w-full overflow-visible"
        aria-hidden
      >
        <path
          d={progressPath}
          className="line-drawn text-line"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={progressPath}
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - share}
          strokeWidth={3}
          className="line-drawn text-pulse transition-[stroke-dashoffset] duration-320 ease-line"
          style={{ opacity: share === 0 ? 0 : 1 }}
        />
      </svg>
    </div>
  );
}

const progressPath = 'M2 6C40 1 60 11 100 6S160 1 200 6S260 11 300 6S360 1 398 6';

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

/** The first stop of the Tab key: straight to the content (`Page` has the id). */
export function SkipLink({ children, href = '#content' }: { children: string; href?: string }) {
  return (
    <a
      href={href}
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-ink px-4 py-3 font-semibold text-paper transition-transform focus-visible:translate-y-0"
    >
      {children}
    </a>
  );
}

export interface FooterProps {
  /** Names the navigation. */
  label: string;
  links: readonly { href: string; label: string }[];
  /** Copyright, company, the fictional note. */
  children?: ReactNode;
}

/** The foot of a page. */
export function Footer({ label, links, children }: FooterProps) {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="safe-x mx-auto max-w-page py-8 text-sm text-ink-2">
        {links.length > 0 && (
          <nav aria-label={label} className="-mx-2 flex flex-wrap">
            {links.map((link) => (
              <Anchor
                key={link.href}
                href={link.href}
                className="inline-flex min-h-11 items-center rounded-sm px-2 hover:text-ink hover:underline"
              >
                {link.label}
              </Anchor>
            ))}
          </nav>
        )}
        {children && <div className="mt-3 grid max-w-text gap-2">{children}</div>}
      </div>
    </footer>
  );
}
