import { createRoute } from '@tanstack/react-router';
import { frame, members, NotFoundPage } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

const credits = createRoute({
  getParentRoute: () => members,
  path: '/credits',
  component: lazyPage(() => import('../../features/payments/credits-page.tsx'), 'CreditsPage'),
});

const refund = createRoute({
  getParentRoute: () => members,
  path: '/credits/refund',
  component: lazyPage(() => import('../../features/payments/refund-page.tsx'), 'RefundPage'),
});

const transaction = createRoute({
  getParentRoute: () => members,
  path: '/transactions/$id',
  notFoundComponent: NotFoundPage,
  component: lazyPage(() => import('../../features/payments/transaction-page.tsx'), 'TransactionPage'),
});

const premiumPage = () => import('../../features/payments/premium-page.tsx');
const premium = createRoute({
  getParentRoute: () => members,
  path: '/premium',
  component: lazyPage(premiumPage, 'PremiumPage'),
});
const pricing = createRoute({
  getParentRoute: () => frame,
  path: '/pricing',
  component: lazyPage(premiumPage, 'PremiumPage'),
});

export const paymentsInFrame = [pricing] as const;
export const paymentsForMembers = [credits, refund, transaction, premium] as const;
