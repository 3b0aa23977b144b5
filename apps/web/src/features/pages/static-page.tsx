import { getPage, type Locale, type PageText } from '@heartline/contracts';
import { Button, EmptyState, Page, Skeleton, SkeletonText } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Navigate, notFound, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys, queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { TextPage } from './views/text-page.tsx';

interface Wanted {
  slug: string;
  /** An earlier version, from the address. */
  version?: number | undefined;
}

/** Loads the text of a page that was served, so that the app takes it over whole. */
export const prefetchPage = (wanted: Wanted) =>
  queryClient.prefetchQuery(pageQuery(wanted, i18n.locale as Locale));

const pageQuery = ({ slug, version }: Wanted, locale: Locale) =>
  queryOptions({
    queryKey: keys.page(slug, version, locale),
    queryFn: ({ signal }) =>
      call(getPage, { slug, locale, ...(version !== undefined && { version }) }, { signal }),
  });

/** A page of text that the server sends. `addressOf` makes its address, for a page that was renamed. */
export function StaticPage({ wanted, addressOf }: { wanted: Wanted; addressOf: (slug: string) => string }) {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSettings();
  const { data: page, error, refetch } = useQuery(pageQuery(wanted, i18n.locale as Locale));
  useDocumentTitle(page?.title);
  useAnchorOf(page);
  if (!page && isMissing(error)) throw notFound();
  if (error instanceof ApiError && error.code === 'PAGE_GONE') return <GonePage />;
  if (!page && error) {
    return (
      <Page width="narrow" className="flex grow flex-col justify-center">
        <LoadFailure level={1} error={error} onRetry={refetch} />
      </Page>
    );
  }
  if (!page) return <PageSkeleton />;
  if (page.slug !== wanted.slug) return <Navigate to={addressOf(page.slug)} replace />;
  return <TextPage page={page} path={addressOf(page.slug)} timeZone={timeZone} />;
}

/** Scrolls to the part that the address names. The browser looked for it before the text was there. */
function useAnchorOf(page: PageText | undefined): void {
  const isThere = page !== undefined;
  // The router decodes it, however it was typed.
  const { hash: anchor } = useLocation();
  useEffect(() => {
    if (isThere && anchor) document.getElementById(anchor)?.scrollIntoView();
  }, [isThere, anchor]);
}

/** A page that the operator took down. */
function GonePage() {
  const { t } = useLingui();
  useDocumentTitle(t`This page has been removed`);
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        drawing="notFound"
        title={t`This page has been removed`}
        action={<Button href="/" variant="primary">{t`Back to home`}</Button>}
      />
    </Page>
  );
}

function PageSkeleton() {
  return (
    <Page className="grow">
      <div className="max-w-[65ch]">
        <Skeleton className="mb-6 h-9 w-2/3" />
        <SkeletonText lines={12} />
      </div>
    </Page>
  );
}
