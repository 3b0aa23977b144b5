import { createRoute } from '@tanstack/react-router';
import { frame, members, NotFoundPage } from '../frames.tsx';
import { screen } from '../screens.ts';

const credits = createRoute({
  getParentRoute: () => members,
  path: '/credits',
  component: screen(() => import('../../features/payments/credits-page.tsx'), 'CreditsPage'),
});

const refund = createRoute({
  getParentRoute: () => members,
  path: '/credits/refund',
  component: screen(() => import('../../features/payments/refund-page.tsx'), 'RefundPage'),
});

const transaction = createRoute({
  getParentRoute: () => members,
  path: '/transactions/$id',
  notFoundComponent: NotFoundPage,
  component: screen(() => import('../../features/payments/transaction-page.tsx'), 'TransactionPage'),
});

const premiumPage = () => import('../../features/payments/premium-page.tsx');
const premium = createRoute({
  getParentRoute: () => members,
  path: '/premium',
  component: screen(premiumPage, 'PremiumPage'),
});
const pricing = createRoute({
  getParentRoute: () => frame,
  path: '/pricing',
  component: screen(premiumPage, 'PremiumPage'),
});

export const paymentsInFrame = [pricing] as const;
export const paymentsForMembers = [credits, refund, transaction, premium] as const;
