import { createRoute } from '@tanstack/react-router';
import { chat, NotFoundPage } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyPage } from '../lazy-components.ts';

/** The list stays mounted whatever opens beside it. */
const chats = createRoute({
  getParentRoute: () => chat,
  id: 'chats',
  component: lazyPage(() => import('../../features/messaging/chats-page.tsx'), 'ChatsPage'),
});
const noneOpen = createRoute({ getParentRoute: () => chats, path: '/chats' });
const chatPage = () => import('../../features/messaging/chat-page.tsx');
const conversation = createRoute({
  getParentRoute: () => chats,
  path: '/chats/$conversation',
  /** `at`: the time of the message the link is about. */
  validateSearch: (search): { at?: number } => (Number(search['at']) > 0 ? { at: Number(search['at']) } : {}),
  notFoundComponent: NotFoundPage,
  component: lazyPage(chatPage, 'ChatPage'),
});
const chatWithMember = createRoute({
  getParentRoute: () => chats,
  path: '/members/$id/chat',
  beforeLoad: guardedBy('notWithOneself'),
  /**
   * For a member who came from a profile: `gift=1` opens the gift chooser at once, `prompt` quotes an answer above the
   * message.
   */
  validateSearch: (search): { gift?: 1; prompt?: string } => ({
    ...(Number(search['gift']) === 1 && { gift: 1 }),
    ...(typeof search['prompt'] === 'string' && { prompt: search['prompt'] }),
  }),
  notFoundComponent: NotFoundPage,
  component: lazyPage(chatPage, 'ChatPage'),
});

export const messagingInChat = [chats.addChildren([noneOpen, conversation, chatWithMember])] as const;
