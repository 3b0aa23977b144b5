import { Skeleton, SkeletonText } from '@heartline/ui';

/** The placeholder of a profile. */
export function ProfileSkeleton() {
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Skeleton className="aspect-4/5 rounded-card" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-5 w-1/3" />
        <SkeletonText lines={4} />
        <SkeletonText lines={6} />
      </div>
    </div>
  );
}
