import { ONE_TIME_SECRET, PAGE_SLUG } from '@heartline/contracts';
import { isShippedPage } from '@heartline/domain';
import { notFound, useParams, useSearch } from '@tanstack/react-router';
import { OneTimeLinkPage } from '../features/accounts/one-time-link-page.tsx';
import { StaticPage } from '../features/pages/static-page.tsx';

/** `/{token}`: a one-time link from an e-mail, or a page that the operator added (S2-081). */
export function TokenPage() {
  const { token } = useParams({ from: '/default/$token' });
  const { version } = useSearch({ from: '/default/$token' });
  if (ONE_TIME_SECRET.test(token)) return <OneTimeLinkPage token={token} />;
  if (!PAGE_SLUG.test(token) || isShippedPage(token)) throw notFound();
  return <StaticPage wanted={{ slug: token, version }} addressOf={(name) => `/${name}`} />;
}
