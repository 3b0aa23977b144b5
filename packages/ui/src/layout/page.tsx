import type { ReactNode } from 'react';
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
