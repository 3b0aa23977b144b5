import type { MessageDescriptor } from '@lingui/core';

/**
 * Texts of push notifications, as seen on a locked screen.
 *
 * - Discreet texts name neither the sender nor the content, only that there is a message, a like or a match.
 * - The member can turn discretion off; those texts have names.
 * - A fictional sender is always marked as fictional.
 */
export const PUSH_TEXTS = {
  message: /*i18n*/ { id: 'push.message', message: 'You have a new message' },
  fictionalMessage: /*i18n*/ {
    id: 'push.message.fictional',
    message: 'You have a new message from a fictional profile',
  },
  photo: /*i18n*/ { id: 'push.photo', message: 'Photo' },
  gift: /*i18n*/ { id: 'push.gift', message: 'Gift' },
  kindAndWords: /*i18n*/ { id: 'push.message.open.kind', message: '{what}: {text}' },
  openFictionalMessage: /*i18n*/ {
    id: 'push.message.open.fictional',
    message: 'Fictional profile: {text}',
  },
  likes: /*i18n*/ {
    id: 'push.likes',
    message: '{count, plural, one {You have a new like} other {You have # new likes}}',
  },
  fictionalLikes: /*i18n*/ {
    id: 'push.likes.fictional',
    message:
      '{count, plural, one {You have a new like from a fictional profile} other {You have # new likes from fictional profiles}}',
  },
  mixedLikes: /*i18n*/ {
    id: 'push.likes.mixed',
    message:
      'You have {count} new likes, {fictional, plural, one {# from a fictional profile} other {# from fictional profiles}}',
  },
  match: /*i18n*/ { id: 'push.match', message: 'You have a new match' },
  fictionalMatch: /*i18n*/ {
    id: 'push.match.fictional',
    message: 'You have a new match with a fictional profile',
  },
  openLike: /*i18n*/ { id: 'push.like.open', message: '{name} likes you' },
  openMatch: /*i18n*/ { id: 'push.match.open', message: '{name} likes you too' },
  unread: /*i18n*/ {
    id: 'push.unread',
    message: '{count, plural, one {You have an unread message} other {You have # unread messages}}',
  },
  fictionalUnread: /*i18n*/ {
    id: 'push.unread.fictional',
    message:
      '{count, plural, one {You have an unread message from a fictional profile} other {You have # unread messages from fictional profiles}}',
  },
  mixedUnread: /*i18n*/ {
    id: 'push.unread.mixed',
    message:
      'You have {count} unread messages, {fictional, plural, one {# from a fictional profile} other {# from fictional profiles}}',
  },
} as const satisfies Record<string, MessageDescriptor>;
