import { Skeleton } from '@heartline/ui';

/** Placeholder of a loading conversation, with the same layout: bar, bubbles and field. */
export function ConversationSkeleton() {
  return (
    <div aria-hidden className="flex h-full flex-col">
      <div className="flex min-h-16 items-center gap-3 border-b border-line px-4">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-32" />
      </div>
      <BubblesSkeleton />
      <div className="mx-auto w-full max-w-chat px-4 pt-2 pb-8">
        <Skeleton className="h-14 rounded-full" />
      </div>
    </div>
  );
}

/** Placeholder of loading bubbles. */
export function BubblesSkeleton() {
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-chat grow flex-col justify-end gap-2 px-4 pb-6">
      <Skeleton className="h-10 w-52 rounded-card" />
      <Skeleton className="h-16 w-72 rounded-card" />
      <Skeleton className="h-10 w-60 self-end rounded-card" />
      <Skeleton className="h-10 w-40 rounded-card" />
      <Skeleton className="h-16 w-64 self-end rounded-card" />
    </div>
  );
}
