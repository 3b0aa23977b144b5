/** Addresses without a listener, for external services that a test leaves out. */
export const NOWHERE = {
  smtpUrl: 'smtp://127.0.0.1:9',
  pushOrigin: 'http://127.0.0.1:9',
  paymentUrl: 'http://127.0.0.1:9',
};
