import type { KeyboardEvent } from 'react';

/** On touch Enter makes a new line, as people expect; it sends where there is a keyboard of its own. */
const entersNewLine = () => matchMedia('(pointer: coarse)').matches;

/** What browsers give every key that an input method takes. */
const TAKEN_KEY = 229;

/** Whether an input method has this key for itself. Safari says so of the key that ends a word by its number alone. */
const isOfInputMethod = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === TAKEN_KEY;

/** Whether this key sends what is written: Enter, not Shift+Enter, not the Enter that ends a word of an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  const isEnter = event.key === 'Enter' && !event.shiftKey && !isOfInputMethod(event);
  return isEnter && !entersNewLine();
}
