import { Photo } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import type { Kit } from '../lander-config.ts';
import { drawnPicture } from './scene-pictures.ts';

const CLEAR = ['zoe', 'ben', 'pia', 'kai'] as const;
/** Number of blurred pictures in `blurred.webp`: four columns, two rows. */
const BLURRED = 8;

/** A grid of drawn portraits, or of the operator’s pictures. Beyond the first row they are blurred in the file itself; each asks to sign up. */
export function Gallery({ kit }: { kit: Kit }) {
  const { t } = useLingui();
  const given = kit.content?.pictures.slice(0, CLEAR.length).map(({ src }) => src) ?? [];
  const clear = given.length > 0 ? given : CLEAR.map(drawnPicture);
  const press = kit.isLive ? { onClick: kit.start } : {};
  return (
    <section aria-label={t`Members’ photos`} className="relative">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
        {clear.map((src, at) => (
          <li key={src}>
            <button
              type="button"
              {...press}
              aria-label={t`Sign up to see more`}
              className="block w-full overflow-hidden rounded-card ring-on-photo"
            >
              <Photo
                src={src}
                alt=""
                isPriority={at < 2}
                className="transition-transform duration-320 ease-line hover:scale-[1.025]"
              />
            </button>
          </li>
        ))}
        {Array.from({ length: BLURRED }, (_, at) => (
          <li key={at}>
            <button
              type="button"
              {...press}
              aria-label={t`Sign up to see this photo`}
              className="group relative grid aspect-4/5 w-full place-items-center overflow-hidden rounded-card bg-line bg-[length:400%_200%] ring-on-photo"
              style={{
                backgroundImage: 'url(/people/blurred.webp)',
                backgroundPosition: `${((at % 4) / 3) * 100}% ${Math.floor(at / 4) * 100}%`,
              }}
            >
              <span className="grid size-11 place-items-center rounded-full bg-black/55 text-white transition-transform duration-200 group-hover:scale-110">
                <LockKeyhole className="size-5" aria-hidden />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-center text-sm text-ink-2">
        {given.length > 0 ? (
          <Trans>These aren’t our members. Members’ real photos are for members only.</Trans>
        ) : (
          <Trans>These are drawings. Members’ real photos are for members only.</Trans>
        )}
      </p>
    </section>
  );
}
