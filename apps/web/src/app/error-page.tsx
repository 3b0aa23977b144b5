import { Button, Mark, Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../client/api.ts';
import { useDocumentTitle } from '../client/document-title.ts';
import { queryClient } from '../client/query.ts';

/**
 * Any other failure of a page (S2, S8): its status code, 500 when there is none, and its message. Part of the first
 * chunk, because the failure may be a chunk that did not load. Without a network it says so, and continues by itself.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui();
  const router = useRouter();
  const isAnswer = error instanceof ApiError && error.status > 0;
  const status = isAnswer ? error.status : 500;
  const isOffline = !isAnswer && !navigator.onLine;
  // Proxies before the gateway answer without our texts.
  const message =
    isAnswer && error.message !== error.code
      ? error.message
      : isOffline
        ? t`You’re offline`
        : t`An error has occurred.`;
  // Other errors have no text in the page's language.
  const detail = error instanceof Error && !(error instanceof ApiError) && !isOffline && error.message;
  useDocumentTitle(message);
  const retry = useCallback(async () => {
    await queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    await router.invalidate();
  }, [router]);
  useEffect(() => {
    if (!isOffline) return;
    const onOnline = () => void retry();
    // The network may be back before this effect runs.
    if (navigator.onLine) onOnline();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [isOffline, retry]);
  return (
    <Page width="narrow" className="flex flex-col items-center py-16! text-center">
      <Mark className="h-20 w-25" isDrawn />
      {!isOffline && <p className="tabular mt-6 text-base font-semibold text-ink-2">{status}</p>}
      <h1 className="title mt-1 text-xl">{message}</h1>
      {detail && (
        <p lang="en" className="mt-2 max-w-full text-sm wrap-anywhere text-ink-2">
          {detail}
        </p>
      )}
      <Button variant="primary" className="mt-6" onPress={() => void retry()}>
        {t`Try again`}
      </Button>
    </Page>
  );
}
