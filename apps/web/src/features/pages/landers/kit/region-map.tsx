import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import type { Kit } from '../lander-config.ts';
import { RegionField } from './ask-region.tsx';
import { type RegionMapTiles, tilesOf } from './region-tiles.ts';
import { scenePictures } from './scene-pictures.ts';

/** More columns than this are too narrow for names, and for a thumb on a phone. */
const MOST_NAMED = 5;

/** The visitor's country as tiles, each a region to choose. No pins, no distances, no numbers of people. */
export function RegionMap({ kit }: { kit: Kit }) {
  const map = kit.regions.length > 0 ? tilesOf(kit.country) : undefined;
  if (!map) return <NoMap />;
  return <Tiles kit={kit} map={map} />;
}

function Tiles({ kit, map: { columns, tiles } }: { kit: Kit; map: RegionMapTiles }) {
  const { t } = useLingui();
  const isNamed = columns <= MOST_NAMED;
  const { answers, answer, regions } = kit;
  return (
    <div
      role="group"
      aria-label={t`Your region`}
      className={classNames(
        'mx-auto grid w-full max-w-[600px] gap-1 sm:gap-2 md:max-lg:max-w-[420px]',
        // The list beside it does the same.
        !isNamed && 'max-sm:hidden',
      )}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {tiles.map(({ code, column, row }) => {
        const name = regions.find((one) => one.code === code)?.name;
        if (!name) return null;
        const isChosen = answers.region === code;
        return (
          <button
            key={code}
            type="button"
            aria-pressed={isChosen}
            aria-label={name}
            title={isNamed ? undefined : name}
            onClick={() => answer({ region: code })}
            style={{
              gridColumn: column,
              gridRow: row,
              ...(!isChosen && { background: paperAt(column, row) }),
            }}
            className={classNames(
              'grid aspect-square min-w-0 place-items-center overflow-hidden rounded-control border border-transparent p-0.5 text-center text-xs leading-[1.1] font-medium wrap-anywhere text-ink hyphens-auto transition-[border-color,scale] duration-200',
              'hover:scale-[1.03] hover:border-edge aria-pressed:bg-pulse aria-pressed:font-semibold aria-pressed:text-on-pulse',
              isNamed ? 'sm:text-sm' : 'rounded-sm',
            )}
          >
            {isNamed ? breakable(name) : code}
          </button>
        );
      })}
    </div>
  );
}

/**
 * The start of a syllable inside a word: a consonant, `rh` or `st` before a vowel. Pairs such as `ch` and `sz` stay
 * together.
 */
const SYLLABLE =
  /(?<=\p{L}{3})(?<![cdprst](?=[hz])|s(?=t))(?=(?:[^aeiouyäöüąęó\P{L}]|rh|st)[aeiouyäöüąęó]\p{L})/giu;

/** A long name with places where a line may end: not every browser has the hyphenation of every language. */
const breakable = (name: string) => name.replace(SYLLABLE, '\u00AD');

/** Evening light over the country: from amber in the north-west to rose in the south-east. */
function paperAt(column: number, row: number): string {
  const share = Math.min(100, (column + row - 2) * 14);
  return `color-mix(in oklab, var(--pulse-soft) ${share}%, var(--amber-soft))`;
}

/** A country without a map: the road into it. */
function NoMap() {
  return (
    <img
      src={scenePictures('hills').tall}
      alt=""
      className="h-[min(46vw,260px)] w-full rounded-card bg-sunk object-cover lg:mx-auto lg:aspect-4/5 lg:h-[min(620px,calc(100dvh-160px))] lg:w-auto"
    />
  );
}

/** The chosen region over the form, or the list to choose from. */
export function ChosenRegion({ kit }: { kit: Kit }) {
  const { t } = useLingui();
  const name = kit.regions.find(({ code }) => code === kit.answers.region)?.name;
  if (kit.regions.length === 0) return null;
  return (
    <div className="grid max-w-[480px] gap-2">
      <RegionField kit={kit} />
      <p aria-live="polite" className="flex min-h-5.5 items-center gap-2 text-base text-ink-2">
        {name && (
          <>
            <MapPin className="size-4.5 text-pulse" aria-hidden />
            {t`People in ${name}, and everywhere else you’d like to look.`}
          </>
        )}
      </p>
    </div>
  );
}
