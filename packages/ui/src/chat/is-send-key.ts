import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from './is-of-input-method.ts';

/** On touch Enter makes a new line, as people expect; it sends where there is a keyboard of its own. */
const entersNewLine = () => matchMedia('(pointer: coarse)').matches;

/** Whether this key sends what is written: Enter, not Shift+Enter, not the Enter that ends a word of an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  const isEnter = event.key === 'Enter' && !event.shiftKey && !isOfInputMethod(event.nativeEvent);
  return isEnter && !entersNewLine();
}
