import type { ReactNode } from 'react';

export interface TopBarProps {
  /** A `Logo` in a link, or a back button. */
  brand: ReactNode;
  /** Accessible name of the navigation. */
  label: string;
  /** `NavItem`s; hidden below 768 px, where the `BottomBar` shows them. */
  children?: ReactNode;
  /** Credits, account and language menus. */
  end?: ReactNode;
}

/** The bar at the top: 56 px, always visible, with a hairline below. */
export function TopBar({ brand, label, children, end }: TopBarProps) {
  return (
    <header className="top-bar sticky top-0 z-40 h-14 pb-px bg-paper/92 backdrop-blur-md print:hidden">
      <div className="safe-x mx-auto flex h-full max-w-page items-center gap-2">
        <div className="mr-auto flex shrink-0 items-center md:mr-4">{brand}</div>
        {children && (
          <nav aria-label={label} className="hidden h-full grow items-stretch gap-1 md:flex">
            {children}
          </nav>
        )}
        {end && <div className="ml-auto flex shrink-0 items-center gap-1 max-2xs:shrink">{end}</div>}
      </div>
    </header>
  );
}
