import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient, userQuery } from '../../client/query.ts';
import { useKnownStatus } from '../../client/session.ts';

/** Continues once the mail's link was opened in another tab. Checked when this tab is shown again. */
export function useConfirmedElsewhere(): void {
  const navigate = useNavigate();
  const isActive = useKnownStatus() === 'active';
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible')
        void queryClient.refetchQueries({ queryKey: userQuery.queryKey });
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  useEffect(() => {
    if (isActive) void navigate({ to: '/activate/done', replace: true });
  }, [isActive, navigate]);
}
