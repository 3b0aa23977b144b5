import { classNames } from '@heartline/ui';
import type { Kit } from '../lander-config.ts';
import { scenePictures } from './scene-pictures.ts';

/** One scene, or picture of the operator, for each question; the next one fades over it. */
export function StepScenes({ kit: { scenes, step, content } }: { kit: Kit }) {
  const given = content?.pictures ?? [];
  return (
    <div
      aria-hidden
      className="relative h-[min(46vw,260px)] overflow-hidden rounded-card bg-sunk lg:mx-auto lg:aspect-4/5 lg:h-[min(640px,calc(100dvh-160px))]"
    >
      {scenes.map((name, at) => (
        <img
          key={name}
          src={given[at % given.length]?.src ?? scenePictures(name).tall}
          alt=""
          fetchPriority={at === 0 ? 'high' : 'low'}
          className={classNames(
            'absolute inset-0 size-full object-cover transition-opacity duration-[900ms]',
            at > step && 'opacity-0',
          )}
        />
      ))}
    </div>
  );
}
