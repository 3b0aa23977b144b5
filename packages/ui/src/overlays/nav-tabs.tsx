import type { ReactNode } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { tabClass, tabStripClass } from './tabs.tsx';

export interface NavTabsProps {
  label: string;
  tabs: readonly { href: string; label: string; badge?: ReactNode; isCurrent?: boolean | undefined }[];
  className?: string | undefined;
}

/** Tabs that are routes (likes received, new, given, matches). They are links, so back and reload work. */
export function NavTabs({ label, tabs, className }: NavTabsProps) {
  return (
    <nav aria-label={label} className={classNames(tabStripClass, className)}>
      {tabs.map((tab) => (
        <Anchor
          key={tab.href}
          href={tab.href}
          aria-current={tab.isCurrent ? 'page' : undefined}
          className={tabClass}
        >
          {tab.label}
          {tab.badge}
        </Anchor>
      ))}
    </nav>
  );
}
