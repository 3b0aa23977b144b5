import type { LinkKind } from '@heartline/contracts';
import { Page, Skeleton } from '@heartline/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, notFound } from '@tanstack/react-router';
import { LoadFailure } from '../../client/load-failure.tsx';
import { codeOf } from './code-of.ts';
import { linkQuery } from './link-query.ts';
import { ReactivatePage } from './reactivate-page.tsx';

/** The page of each kind of link, except reactivation, which this file renders itself. */
const PAGES: Readonly<Record<Exclude<LinkKind, 'reactivation'>, string>> = {
  activation: '/activate',
  reset: '/reset-password/do',
  email: '/mail-change/do',
};

/** A one-time link from an e-mail. Looking up its purpose does not use it up. */
export function OneTimeLinkPage({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  if (codeOf(link.error) === 'NOT_FOUND') throw notFound();
  if (link.error) {
    // The purpose is not known yet: the link may still be valid.
    return (
      <Page width="narrow" className="flex grow flex-col justify-center">
        <LoadFailure level={1} error={link.error} onRetry={link.refetch} />
      </Page>
    );
  }
  if (!link.data) {
    return (
      <Page width="narrow" className="grow">
        <Skeleton className="mt-24 h-48" />
      </Page>
    );
  }
  const { kind, asks_password: asksPassword } = link.data;
  if (kind === 'reactivation') return <ReactivatePage token={token} asksPassword={asksPassword} />;
  return <Navigate to={PAGES[kind]} search={{ token }} replace />;
}
