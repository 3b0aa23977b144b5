import type { CallHandler } from '../http/call.ts';
import { accountsLifeRoutes } from './accounts.life.routes.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { creditsRoutes } from './credits.routes.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { likesRoutes } from './likes.routes.ts';
import { chatPhotoRoutes } from './messaging.photos.routes.ts';
import { messagingRoutes } from './messaging.routes.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { operatorRoutes } from './operators.routes.ts';
import { pagesRoutes } from './pages.routes.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { profilesRoutes } from './profiles.routes.ts';
import { safetyRoutes } from './safety.routes.ts';
import { siteRoutes } from './site.routes.ts';

/** Every call of the house. A feature adds its list here and nothing else. */
export const ROUTES: readonly CallHandler[] = [
  ...siteRoutes,
  ...pagesRoutes,
  ...accountsRoutes,
  ...accountsLifeRoutes,
  ...safetyRoutes,
  ...profilesRoutes,
  ...discoveryRoutes,
  ...likesRoutes,
  ...messagingRoutes,
  ...operatorRoutes,
  ...chatPhotoRoutes,
  ...creditsRoutes,
  ...paymentsRoutes,
  ...notificationsRoutes,
];
