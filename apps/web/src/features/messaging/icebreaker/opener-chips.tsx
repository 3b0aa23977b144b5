import { classNames, Toolbar } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Opener } from './use-openers.ts';

interface OpenerChipsProps {
  openers: readonly Opener[];
  /** Puts the text into the field. It sends nothing. */
  onChoose: (text: string) => void;
  /** One below the other, in a dialog. */
  isColumn?: boolean;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** First lines as chips over the field, one tab stop with arrow keys. */
export function OpenerChips({ openers, onChoose, isColumn = false, children }: OpenerChipsProps) {
  const { t } = useLingui();
  if (openers.length === 0) return null;
  return (
    <Toolbar
      label={t`Ideas for a first message`}
      className={
        isColumn
          ? 'grid gap-2 px-3'
          : 'no-scrollbar fades-beyond flex items-stretch gap-2 overflow-x-auto overscroll-x-contain px-4 py-1.5'
      }
    >
      {openers.map(({ text, about }) => (
        <button
          key={text}
          type="button"
          onClick={() => onChoose(text)}
          className={classNames(
            'rounded-card border border-line bg-card px-3.5 py-2 text-left text-base text-ink transition-colors hover:border-pulse hover:bg-pulse-soft',
            isColumn ? '[@media(height<44em)]:nth-[n+3]:hidden' : 'max-w-58 shrink-0 content-center',
          )}
        >
          {about && <span className="block text-xs font-semibold text-pulse">{about}</span>}
          <span className="line-clamp-2">{text}</span>
        </button>
      ))}
      {children}
    </Toolbar>
  );
}
