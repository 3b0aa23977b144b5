import { LoadingBar } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createLoadingProgress } from './loading-progress.ts';

/** The line at the top while the next page loads. */
export function PageLoadingBar() {
  const { t } = useLingui();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [progress, setProgress] = useState<number | null>(null);
  const [timing] = useState(() => createLoadingProgress(setProgress));
  useEffect(() => {
    if (isLoading) timing.start();
    else timing.finish();
  }, [isLoading, timing]);
  useEffect(() => timing.stop, [timing]);
  return <LoadingBar progress={progress} label={t`Loading page`} />;
}
