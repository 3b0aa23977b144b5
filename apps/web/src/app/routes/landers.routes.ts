import { landerAt } from '@heartline/contracts';
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { lander, NotFoundPage } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyLander, lazyMemberLander } from '../lazy-components.ts';

interface Visit {
  location: { href: string; pathname: string };
}

/** Leaves an impossible campaign out of the address. Members go to the search. */
async function visitorsOnly(visit: Visit): Promise<void> {
  const { pathname } = visit.location;
  const address = landerAt(pathname);
  if (!address) throw notFound();
  if (address.path !== pathname) throw redirect({ to: address.path, replace: true });
  await guardedBy('visitorOnly')(visit);
}

async function load({ location }: Visit) {
  const { loadLander } = await import('../../features/pages/landers/load-lander.ts');
  return loadLander(location.pathname);
}

/** The same card as in the served page is there when the app takes over. */
async function loadWithMember({ location, params }: Visit & { params: { id: string } }) {
  const [loaded, { prefetchEntry }] = await Promise.all([
    load({ location }),
    import('../../people/entry-query.ts'),
  ]);
  await prefetchEntry(params.id);
  return loaded;
}

const landerPage = createRoute({
  getParentRoute: () => lander,
  path: '/landers/$lander',
  notFoundComponent: NotFoundPage,
  beforeLoad: visitorsOnly,
  loader: load,
  component: lazyLander(() => import('../../features/pages/landers/lander-page.tsx'), 'LanderPage'),
});
const campaign = createRoute({ getParentRoute: () => landerPage, path: '/$campaign' });

const memberLandings = () => import('../../features/pages/landers/member-landings.tsx');
const ofMember = {
  getParentRoute: () => lander,
  notFoundComponent: NotFoundPage,
  beforeLoad: visitorsOnly,
};
const landing = createRoute({
  ...ofMember,
  path: '/members/$id/landing',
  loader: loadWithMember,
  component: lazyMemberLander(memberLandings, 'Landing'),
});
const landing2 = createRoute({
  ...ofMember,
  path: '/members/$id/landing2',
  loader: loadWithMember,
  component: lazyMemberLander(memberLandings, 'Landing2'),
});
const landing2Campaign = createRoute({ getParentRoute: () => landing2, path: '/$campaign' });
const landing3 = createRoute({
  ...ofMember,
  path: '/members/$id/landing3',
  loader: loadWithMember,
  component: lazyMemberLander(memberLandings, 'Landing3'),
});
const landing3Campaign = createRoute({ getParentRoute: () => landing3, path: '/$campaign' });

export const landers = [
  landerPage.addChildren([campaign]),
  landing,
  landing2.addChildren([landing2Campaign]),
  landing3.addChildren([landing3Campaign]),
] as const;
