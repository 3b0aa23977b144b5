import { classNames, Photo } from '@heartline/ui';

/** Drawn people, not members: strangers see no member's face. */
const COLUMNS = [
  ['mira', 'tom', 'ada'],
  ['jo', 'lena', 'rik'],
  ['sam', 'eva', 'noor'],
] as const;

/** A wall of portraits whose columns drift past each other and stop. Decoration: hidden from screen readers. */
export function PortraitCollage({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames(
        'relative grid h-[min(52vw,380px)] grid-cols-3 gap-2.5 overflow-hidden rounded-card sm:gap-3.5 lg:h-[min(620px,calc(100dvh-160px))]',
        '[mask-image:linear-gradient(to_bottom,transparent,#000_12%,#000_88%,transparent)]',
        className,
      )}
    >
      {COLUMNS.map((names, column) => (
        <div
          key={names[0]}
          className={classNames(
            'grid animate-drift content-start gap-2.5 sm:gap-3.5',
            column === 1 && '-mt-16 [animation-direction:reverse]',
            column === 2 && '[animation-duration:4s]',
          )}
        >
          {names.map((name, row) => (
            <Photo
              key={name}
              src={`/people/${name}.webp`}
              alt=""
              isPriority={row === 0}
              className="rounded-card"
            />
          ))}
        </div>
      ))}
    </div>
  );
}
