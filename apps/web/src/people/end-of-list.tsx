import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';

interface EndOfListProps {
  onReach: () => void;
  /** The list or its next page is loading: a request now would cancel that. */
  isLoading: boolean;
  hasFailed: boolean;
}

/** Loads the next page before the end is visible. The button is for keyboards and for a page that failed. */
export function EndOfList({ onReach, isLoading, hasFailed }: EndOfListProps) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    const element = end.current;
    if (!element || isLoading || hasFailed) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach.current(), {
      rootMargin: '0px 0px 900px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading, hasFailed]);
  return (
    <div ref={end} className="flex justify-center py-8">
      <Button isPending={isLoading} onPress={onReach}>
        {hasFailed ? <Trans>Try again</Trans> : <Trans>Show more members</Trans>}
      </Button>
    </div>
  );
}
