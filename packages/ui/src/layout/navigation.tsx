import type { ReactNode } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { useRootMark } from './root-mark.ts';

/** The top bar's navigation within thumb reach, below 768 px. Reserves its space below the page. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  useRootMark('bottomBar');
  return (
    <>
      <div className="bottom-bar-place h-15 wordless:h-11 md:hidden" />
      <nav
        aria-label={label}
        className="bottom-bar safe-bottom fixed inset-x-0 bottom-0 z-40 border-t border-line bg-paper/95 backdrop-blur-md md:hidden"
      >
        <div className="grid h-15 grid-flow-col wordless:h-11">{children}</div>
      </nav>
    </>
  );
}

/** Actions of this page (like, message). Below 768 px they take the place of the `BottomBar`: one bar, not two. */
export function ActionBar({ children, className }: { children: ReactNode; className?: string | undefined }) {
  useRootMark('actionBar');
  return (
    <div
      className={classNames(
        'flex items-center gap-3 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-40 max-md:min-h-17 max-md:border-t max-md:border-line max-md:bg-paper/95 max-md:px-[16px] max-md:py-2 max-md:pb-[max(8px,env(safe-area-inset-bottom,0px))] max-md:backdrop-blur-md max-xs:gap-1.5 max-xs:px-2.5',
        className,
      )}
    >
      {children}
    </div>
  );
}

/**
 * The pay button of a page, above the bottom bar of a phone and in place elsewhere. It has room of its own at the end of
 * the page, so nothing stays behind it. In a low window, as with an open keyboard of a small phone, it scrolls along.
 */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div className="max-sm:sticky max-sm:bottom-[max(var(--bottom-bar-height),env(safe-area-inset-bottom,0px))] max-sm:z-30 max-sm:-mx-[16px] max-sm:border-t max-sm:border-line max-sm:bg-paper/95 max-sm:px-[16px] max-sm:py-3 max-sm:backdrop-blur-md low:static">
      {children}
    </div>
  );
}

export interface NavItemProps {
  href: string;
  label: string;
  icon: ReactNode;
  /** A `Badge`. */
  badge?: ReactNode;
  isCurrent?: boolean | undefined;
  /** `row` in the top bar (icon above label below 992 px); `column` in the bottom bar, whose labels shrink first. */
  layout?: 'row' | 'column' | undefined;
}

/** One navigation link with its count. The current one has the line. */
export function NavItem({ href, label, icon, badge, isCurrent, layout = 'row' }: NavItemProps) {
  const isRow = layout === 'row';
  return (
    <Anchor
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'group relative flex min-w-0 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-4 aria-[current=page]:text-ink',
        isRow
          ? 'px-1.5 lg:flex-row lg:gap-1.5 lg:text-sm xl:gap-2 xl:px-3 xl:text-base xl:font-medium'
          : 'px-0.5',
      )}
    >
      <span className="relative [&_svg]:size-5.5">
        {icon}
        {badge && (
          <span className={classNames('absolute -top-1.5 left-3.5', isRow && 'lg:hidden')}>{badge}</span>
        )}
      </span>
      <span className={classNames('max-w-full truncate', !isRow && 'wordless:sr-only')}>{label}</span>
      {badge && isRow && <span className="max-lg:hidden">{badge}</span>}
      <span
        className={classNames(
          'absolute h-0.5 scale-x-0 rounded-full bg-pulse transition-transform duration-320 ease-line group-aria-[current=page]:scale-x-100',
          isRow ? 'inset-x-1.5 -bottom-px xl:inset-x-3' : '-top-px w-8',
        )}
      />
    </Anchor>
  );
}
