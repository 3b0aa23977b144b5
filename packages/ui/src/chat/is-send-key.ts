import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from './is-of-input-method.ts';

/** With touch, Enter makes a new line, as people expect. With a physical keyboard it sends. */
const entersNewLine = () => matchMedia('(pointer: coarse)').matches;

/** True if the key sends the message: Enter, but not Shift+Enter, nor the Enter that ends a word of an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  const isEnter = event.key === 'Enter' && !event.shiftKey && !isOfInputMethod(event.nativeEvent);
  return isEnter && !entersNewLine();
}
