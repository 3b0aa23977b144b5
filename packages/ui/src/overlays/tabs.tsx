import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface Tab {
  id: string;
  label: string;
  badge?: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string | undefined;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Centres the selected tab, so at an edge of the strip the next one becomes visible. */
const BESIDE_OTHERS: ScrollIntoViewOptions = { inline: 'center', block: 'nearest' };

/**
 * Tabs within a page; a single one shows its panel alone. For tabs that are routes, use `NavTabs`. The line below the
 * selected tab is the brand line.
 */
export function Tabs({ label, tabs, value, onChange, children, className }: TabsProps) {
  const id = useId();
  const isStrip = tabs.length > 1;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    // With Alt or Command, the arrow keys are the browser's back and forward.
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = step(at, tabs.length);
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.id);
    const { [next]: chosen } = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
    chosen?.focus({ preventScroll: true });
    chosen?.scrollIntoView(BESIDE_OTHERS);
  };
  return (
    <div className={className}>
      {isStrip && (
        <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={tabStripClass}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={({ currentTarget }) => {
                onChange(tab.id);
                currentTarget.scrollIntoView(BESIDE_OTHERS);
              }}
              className={tabClass}
            >
              {tab.label}
              {tab.badge}
            </button>
          ))}
        </div>
      )}
      <div
        {...(isStrip && { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${value}` })}
        className={isStrip ? 'pt-4' : undefined}
      >
        {children}
      </div>
    </div>
  );
}

/** Classes of the strip of tabs. It fades at an edge if more tabs follow there. */
export const tabStripClass =
  'no-scrollbar fades-beyond relative flex scroll-smooth gap-6 overflow-x-auto max-sm:-mr-[16px] max-sm:gap-4 max-sm:pr-[16px] shadow-[inset_0_-1px_0_var(--line)]';

/** Classes of one tab, shared with tabs that are links. */
export const tabClass = classNames(
  'relative flex min-h-12 shrink-0 items-center gap-2 text-base font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink',
  'focus-visible:-outline-offset-2 focus-visible:rounded-sm',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:origin-left after:scale-x-0 after:rounded-full after:bg-pulse after:transition-transform after:duration-320',
  'aria-selected:text-ink aria-selected:after:scale-x-100 aria-[current=page]:text-ink aria-[current=page]:after:scale-x-100',
);
