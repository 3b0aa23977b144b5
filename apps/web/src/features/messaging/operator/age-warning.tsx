import { Banner, Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../client/query.ts';
import { aboutQuery } from './operator-queries.ts';

interface AgeWarningProps {
  conversation: string;
  /** Last row of the conversation. Each change fetches again, because a case may have been opened meanwhile. */
  upTo: number | undefined;
}

/**
 * Warning above the messages, at every screen width: the member was reported as a minor, or that could not be loaded.
 */
export function AgeWarning({ conversation, upTo }: AgeWarningProps) {
  const { data: about, errorUpdatedAt, isFetching, refetch } = useQuery(aboutQuery(conversation));
  useEffect(() => {
    if (upTo === undefined) return;
    const { queryKey } = aboutQuery(conversation);
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, [conversation, upTo]);
  // Keep the warning during a refetch, which resets the error.
  const isUnknown = !about && errorUpdatedAt > 0;
  if (!isUnknown && !about?.ageDoubt) return null;
  return (
    <div role="alert" className="shrink-0 px-3 pt-3 sm:px-4">
      {isUnknown ? (
        <Banner
          tone="warn"
          action={
            <Button size="sm" onPress={() => void refetch()} isPending={isFetching}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Couldn’t load this member’s details.</Trans>
        </Banner>
      ) : (
        <Banner tone="warn">
          <Trans>This member was reported as under age. Don’t talk about anything intimate.</Trans>
        </Banner>
      )}
    </div>
  );
}
