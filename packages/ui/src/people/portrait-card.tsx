import type { ReactNode } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { FictionalChip } from '../feedback/chip.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Photo, type PhotoProps } from './photo.tsx';

export interface PortraitCardProps {
  href: string;
  name: string;
  age: number;
  place?: string | undefined;
  /** One shared interest, in one or two words. */
  interest?: string | undefined;
  photo: Omit<PhotoProps, 'ratio' | 'className'>;
  /** A quiet line at the top: "Active now", "New here". Never on a fictional profile. */
  note?: string | undefined;
  /** Marks the note with a dot. */
  isOnline?: boolean | undefined;
  /** A `LikeButton`, which works without opening the card. */
  action?: ReactNode;
  /** The site's term for a fictional profile. It is part of the accessible name too. */
  fictional?: string | undefined;
  /** Heading level of the name. Default 2. */
  level?: 2 | 3 | undefined;
  className?: string | undefined;
}

/** The name has the full width, above the heart, however few lines are below it. */
const ABOVE_THE_HEART = ['pb-14', 'pb-8', 'pb-3 sm:pb-3.5'];

/** A member in the grid: the picture, the name on it, and a heart that works without opening the card. */
export function PortraitCard(props: PortraitCardProps) {
  const { href, name, age, place, interest, photo, note, isOnline, action, fictional, className } = props;
  const Name = props.level === 3 ? 'h3' : 'h2';
  const lines = [place, interest].filter(Boolean);
  return (
    <article className={classNames('group relative isolate overflow-hidden rounded-card bg-line', className)}>
      <Photo {...photo} className="transition-transform duration-320 ease-line group-hover:scale-[1.025]" />
      <div
        className={classNames(
          'portrait-scrim pointer-events-none absolute inset-x-0 bottom-0 px-3.5 pt-12 text-white sm:px-4',
          action ? ABOVE_THE_HEART[lines.length] : 'pb-3 sm:pb-3.5',
        )}
      >
        <Name className="title flex items-center gap-2 text-md leading-tight sm:text-lg">
          <Anchor
            href={href}
            // One accessible name. Adjacent parts would be read separately: "Mira , 31".
            aria-label={[name, age, fictional].filter(Boolean).join(', ')}
            className="pointer-events-auto flex min-w-0 outline-none before:absolute before:inset-0 before:-z-0 before:rounded-card focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-white"
          >
            <span className="truncate">{name}</span>
            <span className="tabular shrink-0">, {age}</span>
          </Anchor>
        </Name>
        {lines.map((line) => (
          <p key={line} className="truncate pr-12 text-sm text-white/85 first-of-type:mt-1">
            {line}
          </p>
        ))}
      </div>
      {(fictional || note) && (
        <div className="pointer-events-none absolute inset-x-3 top-3 flex">
          {fictional ? (
            <FictionalChip isOnPhoto>{fictional}</FictionalChip>
          ) : (
            <p className="flex h-6.5 min-w-0 items-center gap-1.5 rounded-full bg-black/55 px-2.5 text-xs font-medium text-white">
              {isOnline && (
                <span className="size-2 shrink-0 rounded-full bg-leaf [color-scheme:dark] forced-colors:bg-[Highlight]" />
              )}
              <span className="truncate">{note}</span>
            </p>
          )}
        </div>
      )}
      {action && <div className="absolute right-2.5 bottom-2.5">{action}</div>}
    </article>
  );
}

/** Placeholder of a card. */
export function PortraitCardSkeleton() {
  return <Skeleton className="aspect-4/5 rounded-card" />;
}

/** 2, 3, 4 or 5 columns, by breakpoint. */
export function PortraitGrid({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'grid grid-cols-2 gap-2 max-2xs:grid-cols-1 sm:grid-cols-3 sm:gap-3 lg:grid-cols-4 xl:grid-cols-5',
        className,
      )}
    >
      {children}
    </div>
  );
}
