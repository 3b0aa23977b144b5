interface ApplePay {
  canMakePayments(): boolean;
}

/** True if this device can pay by Apple Pay (S3-214). On a page without TLS, asking throws. */
export function hasApplePay(): boolean {
  try {
    return (globalThis as { ApplePaySession?: ApplePay }).ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}
