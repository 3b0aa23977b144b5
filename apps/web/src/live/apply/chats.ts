import type { Chat, getChats, Message, OutputOf, Toggle } from '@heartline/contracts';
import { UNREAD_COUNTED } from '@heartline/domain';
import type { LiveEvents } from '../bus.ts';
import { newer } from './signs.ts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

export type Chats = OutputOf<typeof getChats>;

/**
 * Applies one event to the list of conversations. Unread is exact or refetched, never estimated: a conversation's value
 * holds for its row `lastSeq`, and only the very next row changes it.
 */
export function applyToChats(chats: Chats, event: LiveEvent): Applied<Chats> {
  switch (event.name) {
    case 'message:created':
      return onMessage(chats, event.payload);
    case 'message:gone':
      return onGone(chats, event.payload);
    case 'conversation:marked':
      return onMarked(chats, event.payload);
    case 'conversation:muted':
      return onMuted(chats, event.payload);
    case 'conversation:removed':
      return onRemoved(chats, event.payload);
    case 'profile:hidden':
      return without(chats, ({ profile }) => profile.id === event.payload.profile);
    case 'profile:shown':
      return STALE;
    case 'conversation:delivered':
      return withChat(chats, event.payload.conversation, (chat) => ({
        ...chat,
        deliveredSeq: Math.max(chat.deliveredSeq, event.payload.deliveredSeq),
      }));
    default:
      return chats;
  }
}

function onMessage(chats: Chats, { message, profile }: LiveEvents['message:created']): Applied<Chats> {
  const chat = chats.chats.find((one) => one.conversation.id === message.conversation);
  if (!chat) return STALE;
  if (message.seq <= chat.lastSeq) return chats;
  if (message.seq > chat.lastSeq + 1) return STALE;
  const isTheirs = message.sender === profile;
  const rest = { ...chat };
  delete rest.previewKind;
  delete rest.previewGone;
  const moved: Chat = {
    ...rest,
    lastSeq: message.seq,
    lastAt: message.at,
    preview: message.text,
    previewSender: message.sender,
    ...kindOf(message),
    num_unread_messages: Math.min(UNREAD_COUNTED, chat.num_unread_messages + (isTheirs ? 1 : 0)),
  };
  return { ...chats, chats: [moved, ...chats.chats.filter((one) => one !== chat)] };
}

/** The fields the list shows: a kind other than text, or gone. A repeated send is published in its state by then. */
function kindOf({ kind, gone }: Pick<Message, 'kind' | 'gone'>): Pick<Chat, 'previewKind' | 'previewGone'> {
  return { ...(kind !== 'text' && { previewKind: kind }), ...(gone && { previewGone: gone }) };
}

/** The newest row is shown in the list, and an unread one was counted: both have to be refetched. */
function onGone(chats: Chats, { conversation, seq }: LiveEvents['message:gone']): Applied<Chats> {
  const chat = chats.chats.find((one) => one.conversation.id === conversation);
  if (!chat || (seq < chat.lastSeq && seq <= chat.readSeq)) return chats;
  return STALE;
}

function onMarked(chats: Chats, marked: LiveEvents['conversation:marked']): Applied<Chats> {
  const chat = chats.chats.find((one) => one.conversation.id === marked.conversation);
  // Not in the list: only the server knows how many of its rows are unread.
  if (!chat) return chats.older ? STALE : chats;
  if (marked.readSeq < chat.readSeq) return chats;
  if (marked.lastSeq !== chat.lastSeq) return STALE;
  return withChat(chats, marked.conversation, (one) => ({
    ...one,
    readSeq: marked.readSeq,
    num_unread_messages: marked.num_unread_messages,
  }));
}

/** Not in the list: only the server knows whether another one there is muted. */
function onMuted(chats: Chats, { conversation, mute }: LiveEvents['conversation:muted']): Applied<Chats> {
  const changed = withMute(chats, conversation, mute);
  return changed === chats && chats.older ? STALE : changed;
}

/** The list with one conversation muted or unmuted. */
export function withMute(chats: Chats, conversation: string, mute: Toggle): Chats {
  return withChat(chats, conversation, (chat) => muted(chat, mute));
}

/** The conversation with this switch, unless a later press is known. */
export const muted = (chat: Chat, mute: Toggle): Chat => ({
  ...chat,
  mute: chat.mute ? newer(chat.mute, mute) : mute,
});

function onRemoved(chats: Chats, { conversation, upTo }: LiveEvents['conversation:removed']): Applied<Chats> {
  // A message with optimistic delivery may have come first.
  if (chats.chats.some((one) => one.conversation.id === conversation && one.lastSeq > upTo)) return STALE;
  return without(chats, (one) => one.conversation.id === conversation);
}

function without(chats: Chats, isGone: (chat: Chat) => boolean): Applied<Chats> {
  const left = chats.chats.filter((one) => !isGone(one));
  // Not in the list: only the server knows what is unread there.
  return left.length === chats.chats.length && chats.older ? STALE : { ...chats, chats: left };
}

/** The list with one conversation changed; the same list when the conversation is not in it. */
export function withChat(chats: Chats, conversation: string, change: (chat: Chat) => Chat): Chats {
  if (!chats.chats.some((one) => one.conversation.id === conversation)) return chats;
  return {
    ...chats,
    chats: chats.chats.map((one) => (one.conversation.id === conversation ? change(one) : one)),
  };
}

/** Unread messages of all conversations: the number on the badge. */
export function totalUnread(chats: Chats | undefined): number {
  const listed = chats?.chats.reduce((total, one) => total + one.num_unread_messages, 0) ?? 0;
  return listed + (chats?.older?.unread ?? 0);
}
