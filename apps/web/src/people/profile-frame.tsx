import { classNames } from '@heartline/ui';
import type { ReactNode } from 'react';

interface ProfileFrameProps {
  photos: ReactNode;
  /** True when the photos end with a row of thumbnails, which the head must not cover. */
  hasThumbnails: boolean;
  /** Name, age, place. */
  head: ReactNode;
  actions?: ReactNode;
  /** Words and facts. */
  children: ReactNode;
}

/**
 * The places of a profile, for members, visitors and the placeholder. On phones the head is on the photo, above the
 * action bar of a screen of 360 x 640 px, also below a notice. From 768 px on, the photos are
 * on the left, and head and actions stay in view on the right.
 */
export function ProfileFrame({ photos, hasThumbnails, head, actions, children }: ProfileFrameProps) {
  return (
    <article className="grid grid-cols-1 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:items-start md:gap-x-12 lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
      <div
        className={classNames(
          'col-start-1 row-start-1 min-w-0 md:sticky md:top-[calc(var(--bar-height)+1.25rem)] md:row-span-2',
          'max-md:-mx-[16px] max-md:-mt-6 max-md:[--photo-height:calc(var(--view-height,100svh)-var(--bar-height)-var(--notices-height)-6rem)]',
          'md:[--photo-height:max(20rem,calc(var(--view-height,100svh)-var(--bar-height)-9rem))]',
        )}
      >
        {photos}
      </div>
      <div className="max-md:contents md:sticky md:grid md:gap-4 md:top-(--bar-height) md:z-20 md:bg-paper md:py-3">
        <header
          className={classNames(
            'min-w-0 max-md:portrait-scrim max-md:pointer-events-none max-md:z-10 max-md:col-start-1 max-md:row-start-1 max-md:-mx-[16px] max-md:self-end max-md:px-[16px] max-md:pt-14 max-md:pb-4 max-md:text-white',
            hasThumbnails && 'max-md:mb-16',
          )}
        >
          {head}
        </header>
        {actions}
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8 md:col-start-2">{children}</div>
    </article>
  );
}
