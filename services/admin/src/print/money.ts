/** An amount as operators read it, such as `19.99 EUR`. */
export const money = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;
