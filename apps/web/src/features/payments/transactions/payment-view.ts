import type { PaymentState, PaymentView } from '@heartline/contracts';

/** One payment, as its page shows it. */
export type Payment = PaymentView;

/** True while the provider or our team has not decided. */
export const isUndecided = (state: PaymentState | undefined) => state === 'pending' || state === 'review';
