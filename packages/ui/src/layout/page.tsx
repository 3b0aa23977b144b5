import type { ReactNode } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';

/** Width and margins of a page. `narrow` for forms, `text` for reading, `page` for the rest. */
export function Page({
  children,
  width = 'page',
  className,
}: {
  children: ReactNode;
  width?: 'narrow' | 'text' | 'page';
  className?: string;
}) {
  const widths = {
    narrow: 'max-w-[calc(var(--container-narrow)+2rem)]',
    text: 'max-w-[calc(68ch+2rem)]',
    page: 'max-w-page',
  };
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

/** First tab stop: skips to the content (`Page` has the id). */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      onClick={(event) => {
        // The current hash may be a key, so the link must not replace it.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-ink px-4 py-3 font-semibold text-paper transition-transform focus-visible:translate-y-0"
    >
      {children}
    </a>
  );
}

export interface FooterProps {
  /** Accessible name of the navigation. */
  label: string;
  /** `isFile`: the server answers this address with a file, so the router must not follow it. */
  links: readonly { href: string; label: string; isFile?: boolean }[];
  /** Copyright, company, the fictional note. */
  children?: ReactNode;
}

/** The footer of a page. */
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
                target={link.isFile ? '_self' : undefined}
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
