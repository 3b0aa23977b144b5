import { createBrowserHistory, createRoute, createRouter } from '@tanstack/react-router';
import { languageRewrite } from '../client/address-language.ts';
import { queryClient, userQuery } from '../client/query.ts';
import { wasSignedIn } from '../client/signed-in.ts';
import { ErrorPage } from './error-page.tsx';
import { chat, empty, frame, lander, members, NotFoundPage, root } from './frames.tsx';
import { guardedBy } from './guards.ts';
import { lazyFramePage } from './lazy-components.ts';
import { keepOverlaysInHistory } from './overlay-history.ts';
import {
  accountsForMembers,
  accountsInEmptyFrame,
  accountsInFrame,
  accountsLanders,
} from './routes/accounts.routes.ts';
import { creditsForMembers } from './routes/credits.routes.ts';
import { discoveryForMembers, discoveryInFrame } from './routes/discovery.routes.ts';
import { landers } from './routes/landers.routes.ts';
import { likesForMembers } from './routes/likes.routes.ts';
import { messagingInChat } from './routes/messaging.routes.ts';
import { notificationsForMembers, notificationsInFrame } from './routes/notifications.routes.ts';
import { pagesInFrame } from './routes/pages.routes.ts';
import { paymentsForMembers, paymentsInFrame } from './routes/payments.routes.ts';
import { profilesForMembers, profilesInFrame } from './routes/profiles.routes.tsx';
import { safetyForMembers, safetyInFrame } from './routes/safety.routes.ts';
import { siteInFrame } from './routes/site.routes.ts';

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyFramePage(() => import('../features/pages/home-page.tsx'), 'HomePage'),
  // A visitor of the last visit sees the page at once. A member who signed in elsewhere is redirected a moment later.
  beforeLoad: async (visit) => {
    if (wasSignedIn() || queryClient.getQueryData(userQuery.queryKey)) await guardedBy('visitorOnly')(visit);
  },
});

/** Any other address. */
const unknown = createRoute({ getParentRoute: () => frame, path: '$', component: NotFoundPage });

const routeTree = root.addChildren([
  frame.addChildren([
    home,
    ...accountsInFrame,
    ...siteInFrame,
    ...pagesInFrame,
    ...profilesInFrame,
    ...discoveryInFrame,
    ...paymentsInFrame,
    ...notificationsInFrame,
    ...safetyInFrame,
    unknown,
    members.addChildren([
      ...accountsForMembers,
      ...profilesForMembers,
      ...discoveryForMembers,
      ...likesForMembers,
      ...creditsForMembers,
      ...paymentsForMembers,
      ...notificationsForMembers,
      ...safetyForMembers,
    ]),
  ]),
  lander.addChildren([...accountsLanders, ...landers]),
  chat.addChildren(messagingInChat),
  empty.addChildren(accountsInEmptyFrame),
]);

/** Every screen of the site and its guards. Each is a chunk of its own, loaded when its link is hovered or touched. */
export const router = createRouter({
  routeTree,
  history: createBrowserHistory({ window: keepOverlaysInHistory() }),
  rewrite: languageRewrite,
  defaultPreload: false,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
