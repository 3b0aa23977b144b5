import { useParams, useSearch } from '@tanstack/react-router';
import { StaticPage } from '../features/pages/static-page.tsx';

/** `/pages/{slug}`: the terms and the other pages that every site has. */
export function ShippedPage() {
  const { slug } = useParams({ from: '/default/pages/$slug' });
  const { version } = useSearch({ from: '/default/pages/$slug' });
  return <StaticPage wanted={{ slug, version }} addressOf={(name) => `/pages/${name}`} />;
}
