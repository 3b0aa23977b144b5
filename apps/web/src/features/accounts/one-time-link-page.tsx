import { type LinkKind, ONE_TIME_SECRET } from '@heartline/contracts';
import { Page, Skeleton } from '@heartline/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, notFound, useParams } from '@tanstack/react-router';
import { LoadFailure } from '../../client/load-failure.tsx';
import { codeOf } from './code-of.ts';
import { linkQuery } from './link-query.ts';
import { ReactivatePage } from './reactivate-page.tsx';

/** Pages that links of a kind open, besides the way back of a deleted account, which stands right here. */
const PAGES: Readonly<Record<Exclude<LinkKind, 'reactivation'>, string>> = {
  activation: '/activate',
  reset: '/reset-password/do',
  email: '/mail-change/do',
};

/** `/{token}`: a one-time link from an e-mail. What it is for is asked; looking uses nothing up. */
export function OneTimeLinkPage() {
  const { token } = useParams({ from: '/default/$token' });
  // Every other address of one word is no link of ours.
  if (!ONE_TIME_SECRET.test(token)) throw notFound();
  return <Link token={token} />;
}

function Link({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  if (codeOf(link.error) === 'NOT_FOUND') throw notFound();
  if (link.error) {
    // Nobody knows yet what the link is for: it may be as good as ever.
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
