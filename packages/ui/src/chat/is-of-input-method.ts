/** What browsers give every key that an input method takes. */
const TAKEN_KEY = 229;

/** Whether an input method has this key for itself. Safari says so of the key that ends a word by its number alone. */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_KEY;
}
