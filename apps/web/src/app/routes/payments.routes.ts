import { createRoute } from '@tanstack/react-router';
import { isServedPage } from '../../client/served-page.ts';
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

const repeatOrder = createRoute({
  getParentRoute: () => members,
  path: '/credits/repeat-order',
  component: lazyPage(() => import('../../features/payments/repeat-order-page.tsx'), 'RepeatOrderPage'),
});

const checkout = createRoute({
  getParentRoute: () => members,
  path: '/credits/$pack',
  notFoundComponent: NotFoundPage,
  component: lazyPage(() => import('../../features/payments/checkout/checkout-page.tsx'), 'CheckoutPage'),
});
/** The same screen with a way to pay chosen. It stays mounted while the way changes, so a radio keeps the focus. */
const checkoutBy = createRoute({ getParentRoute: () => checkout, path: '/$paymentmethod' });

/** The pack to pay for, and a discount code. */
const debitSearch = (search: Record<string, unknown>): { package?: string; code?: string } => ({
  ...(typeof search['package'] === 'string' && { package: search['package'] }),
  ...(typeof search['code'] === 'string' && { code: search['code'] }),
});
const directDebit = createRoute({
  getParentRoute: () => members,
  path: '/directdebit',
  validateSearch: debitSearch,
  component: lazyPage(
    () => import('../../features/payments/direct-debit/direct-debit-page.tsx'),
    'DirectDebitPage',
  ),
});

const transactionPage = () => import('../../features/payments/transactions/transaction-page.tsx');
const transactions = createRoute({
  getParentRoute: () => members,
  path: '/transactions',
  component: lazyPage(transactionPage, 'TransactionPage'),
});
const transaction = createRoute({
  getParentRoute: () => members,
  path: '/transactions/$id',
  notFoundComponent: NotFoundPage,
  component: lazyPage(transactionPage, 'TransactionPage'),
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
  loader: async () => {
    if (isServedPage()) await (await import('../../features/payments/visitor-prices.tsx')).prefetchPrices();
  },
  component: lazyPage(premiumPage, 'PremiumPage'),
});

/** The number that the order confirmation links with. */
const withdrawSearch = ({ receipt }: Record<string, unknown>): { receipt?: string } =>
  typeof receipt === 'string' ? { receipt } : {};
const withdraw = createRoute({
  getParentRoute: () => frame,
  path: '/withdraw',
  validateSearch: withdrawSearch,
  component: lazyPage(() => import('../../features/payments/withdraw/withdraw-page.tsx'), 'WithdrawPage'),
});

export const paymentsInFrame = [pricing, withdraw] as const;
export const paymentsForMembers = [
  credits,
  refund,
  repeatOrder,
  checkout.addChildren([checkoutBy]),
  directDebit,
  transactions,
  transaction,
  premium,
] as const;
