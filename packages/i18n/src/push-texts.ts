import type { MessageDescriptor } from '@lingui/core';

/**
 * Words of a notification on a locked screen. Discreet: they name neither the sender nor what was written, so nobody
 * who picks up the phone learns more than that there is a message, unless the member turned that off. A fictional sender is said to be one.
 */
export const PUSH_TEXTS = {
  message: /*i18n*/ { id: 'push.message', message: 'You have a new message' },
  fictionalMessage: /*i18n*/ {
    id: 'push.message.fictional',
    message: 'You have a new message from a fictional profile',
  },
  photo: /*i18n*/ { id: 'push.photo', message: 'Photo' },
  gift: /*i18n*/ { id: 'push.gift', message: 'Gift' },
  openFictionalMessage: /*i18n*/ {
    id: 'push.message.open.fictional',
    message: 'Fictional profile: {text}',
  },
} as const satisfies Record<string, MessageDescriptor>;
