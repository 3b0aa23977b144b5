import { classNames, Photo } from '@heartline/ui';
import type { Kit } from '../lander-config.ts';
import { drawnPicture } from './scene-pictures.ts';

const COLUMNS = [
  ['pia', 'jay', 'rik', 'una'],
  ['zoe', 'tom', 'ana', 'jo'],
  ['max', 'mira', 'kim', 'kai'],
  ['ife', 'leo', 'sam', 'ben'],
] as const;

/** A wall of portraits whose columns drift past each other and stop. Decoration: hidden from screen readers. */
export function Wall({ kit }: { kit: Kit }) {
  const given = kit.content?.pictures.map(({ src }) => src) ?? [];
  return (
    <div
      aria-hidden
      className="grid h-[min(58vw,400px)] grid-cols-4 gap-2 overflow-hidden rounded-card sm:gap-3 lg:-mr-[max(0px,calc((100vw-var(--container-page))/2))] lg:h-[min(680px,calc(100dvh-120px))] [mask-image:linear-gradient(to_bottom,transparent,#000_10%,#000_90%,transparent)]"
    >
      {COLUMNS.map((names, column) => (
        <div
          key={names[0]}
          className={classNames(
            'grid animate-drift content-start gap-2 sm:gap-3',
            column % 2 === 1 && '-mt-20 [animation-direction:reverse]',
            column === 2 && '[animation-duration:7s]',
          )}
        >
          {names.map((name, row) => (
            <Photo
              key={name}
              src={given.length > 0 ? (given[(column * 4 + row) % given.length] ?? '') : drawnPicture(name)}
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
