import type { Photo as PhotoOfProfile, ProfileCard } from '@heartline/contracts';
import { classNames, FictionalChip, Photo } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { ChevronUp, Lock } from 'lucide-react';
import type { Ref } from 'react';
import { useSettings } from '../../client/session.ts';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';

const NOBODY = '/people/nobody.svg';

/** A picture of a face; the main picture until the profile is loaded. */
export type FacePhoto = Pick<PhotoOfProfile, 'filename' | 'locked'>;

/** The picture that a face shows before its profile is loaded. */
export const mainPhotoOf = ({ main_image: main }: ProfileCard): FacePhoto[] =>
  main ? [{ filename: main.filename, locked: false }] : [];

export interface FaceActions {
  /** Every picture, the main one first. */
  photos: readonly FacePhoto[];
  /** Index of the picture that is shown. */
  at: number;
  /** Shows the picture before (-1) or after (1) this one. */
  onStep: (by: -1 | 1) => void;
  onOpen: () => void;
  openRef: Ref<HTMLButtonElement>;
}

/** One side of a card: a picture with name and place on it. Without `actions` it only looks like one. */
export function CardFace({ profile, actions }: { profile: ProfileCard; actions?: FaceActions }) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const fictional = useFictionalLabel();
  const labelled = useLabelledName();
  const { name, age } = profile;
  const { photos, at } = actions ?? { photos: mainPhotoOf(profile), at: 0 };
  const photo = photos[at];
  return (
    <article
      aria-label={`${labelled(profile)}, ${age}`}
      className="@container relative isolate size-full overflow-hidden rounded-card bg-line shadow-float"
    >
      <Photo
        src={photoUrl(prefix, photo?.filename) ?? NOBODY}
        alt={photos.length > 1 ? t`${name}, photo ${at + 1}` : t`Photo of ${name}`}
        isPriority={actions !== undefined}
        className="size-full"
      />
      {photo?.locked && <Locked />}
      {photos.length > 1 && <Bars count={photos.length} at={at} />}
      <Caption profile={profile} isPressable={actions !== undefined} />
      {profile.fictional && (
        <span
          className={classNames('pointer-events-none absolute left-4', photos.length > 1 ? 'top-6' : 'top-4')}
        >
          <FictionalChip isOnPhoto>{fictional}</FictionalChip>
        </span>
      )}
      {actions && <Presses name={labelled(profile)} actions={actions} />}
    </article>
  );
}

/** Name, age, place and a shared interest, over the lower part of the picture. */
function Caption({ profile, isPressable }: { profile: ProfileCard; isPressable: boolean }) {
  const { i18n } = useLingui();
  const placeOf = usePlaceOf();
  const interest = INTEREST_LABELS[profile.shared_interest as keyof typeof INTEREST_LABELS];
  const lines = [placeOf(profile), interest && i18n._(interest)].filter(Boolean);
  return (
    <div className="portrait-scrim pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 px-5 pt-20 pb-4 text-white">
      <div className="min-w-0">
        <h2 className="title text-2xl leading-tight wrap-anywhere @max-[15rem]:text-xl">
          {profile.name}, <span className="tabular">{profile.age}</span>
        </h2>
        {lines.map((line) => (
          <p key={line} className="mt-0.5 truncate text-base text-white/90">
            {line}
          </p>
        ))}
      </div>
      {isPressable && (
        <span className="mb-0.5 grid size-10 shrink-0 place-items-center rounded-full bg-black/45 ring-on-photo">
          <ChevronUp className="size-5" aria-hidden />
        </span>
      )}
    </div>
  );
}

/** The areas of a card to press: the halves of the picture change it, and what is below them opens the profile. */
function Presses({ name, actions }: { name: string; actions: FaceActions }) {
  const { t } = useLingui();
  const { photos, at, onStep, onOpen, openRef } = actions;
  const half =
    'absolute top-0 h-[62%] w-1/2 cursor-[inherit] focus-visible:outline-3 focus-visible:-outline-offset-4 focus-visible:outline-white';
  const [position, count] = [at + 1, photos.length];
  const hasMore = count > 1;
  return (
    <>
      <button
        ref={openRef}
        type="button"
        aria-label={t`Open the profile of ${name}`}
        aria-expanded={false}
        aria-keyshortcuts="ArrowUp Enter i"
        onClick={onOpen}
        className={classNames(
          'absolute inset-x-0 bottom-0 cursor-[inherit] rounded-card focus-visible:outline-3 focus-visible:-outline-offset-4 focus-visible:outline-white',
          hasMore ? 'h-[38%]' : 'h-full',
        )}
      />
      {hasMore && (
        <>
          <button
            type="button"
            aria-label={t`Previous photo`}
            aria-disabled={at === 0}
            onClick={() => onStep(-1)}
            className={classNames(half, 'left-0')}
          />
          <button
            type="button"
            aria-label={t`Next photo`}
            aria-disabled={at === photos.length - 1}
            aria-keyshortcuts="Space"
            onClick={() => onStep(1)}
            className={classNames(half, 'right-0')}
          />
          <p aria-live="polite" className="sr-only">
            {at > 0 && t`Photo ${position} of ${count}`}
          </p>
        </>
      )}
    </>
  );
}

function Bars({ count, at }: { count: number; at: number }) {
  return (
    <div className="pointer-events-none absolute inset-x-4 top-2.5 flex gap-1" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'h-[3px] grow rounded-full shadow-[0_0_3px_rgb(20_8_14/0.4)] transition-colors duration-200',
            index === at ? 'bg-white' : 'bg-white/45',
          )}
        />
      ))}
    </div>
  );
}

/** Over a picture that the server has blurred. The opened profile leads to the offer. */
function Locked() {
  const { t } = useLingui();
  return (
    <span className="pointer-events-none absolute inset-x-0 top-[24%] grid justify-items-center gap-3 px-8 text-center font-semibold text-white">
      <span className="grid size-13 place-items-center rounded-full bg-black/50">
        <Lock className="size-6" aria-hidden />
      </span>
      <span className="rounded-full bg-black/50 px-3 py-1 text-sm">{t`See this photo with Premium`}</span>
    </span>
  );
}
