import { ActionBar, Skeleton, SkeletonText } from '@heartline/ui';
import { ProfileFrame } from './profile-frame.tsx';

/** The placeholder of a profile, with its places. Visitors see one photo. */
export function ProfileSkeleton({ hasThumbnails = true }: { hasThumbnails?: boolean }) {
  return (
    <ProfileFrame
      photos={
        <>
          <Skeleton className="aspect-4/5 max-h-(--photo-height) w-full md:rounded-card max-md:rounded-none" />
          {hasThumbnails && (
            <div className="mt-1 flex gap-2 p-1 max-md:px-[16px] md:-mx-1">
              {[1, 2, 3].map((at) => (
                <Skeleton key={at} className="aspect-square w-13 rounded-control md:w-15" />
              ))}
            </div>
          )}
        </>
      }
      hasThumbnails={hasThumbnails}
      head={
        <>
          <Skeleton className="h-[2.5rem] w-2/3 md:h-[3.25rem]" />
          <Skeleton className="mt-1.5 h-[22px] w-1/3" />
        </>
      }
      actions={
        <ActionBar>
          <Skeleton className="h-11 w-26" />
          <Skeleton className="h-11 grow md:max-w-95" />
        </ActionBar>
      }
    >
      <SkeletonText lines={4} />
      <SkeletonText lines={6} />
    </ProfileFrame>
  );
}
