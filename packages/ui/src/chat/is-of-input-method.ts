/** The key code that browsers report for every key of an input method. */
const TAKEN_KEY = 229;

/** True if the key belongs to an input method. For the key that ends a word, Safari reports that only by `keyCode`. */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_KEY;
}
