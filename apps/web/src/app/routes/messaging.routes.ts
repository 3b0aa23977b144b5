import { createRoute } from '@tanstack/react-router';
import { chat, NotFoundPage, notWithOneself } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

/** The list stays, whatever opens beside it. */
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
  /** `at`: what the link is about was said then. */
  validateSearch: (search): { at?: number } => (Number(search['at']) > 0 ? { at: Number(search['at']) } : {}),
  notFoundComponent: NotFoundPage,
  component: lazyPage(chatPage, 'ChatPage'),
});
const chatWithMember = createRoute({
  getParentRoute: () => chats,
  path: '/members/$id/chat',
  beforeLoad: notWithOneself,
  /** `gift=1`: who came from a profile to give something chooses it at once. */
  validateSearch: (search): { gift?: 1 } => (Number(search['gift']) === 1 ? { gift: 1 } : {}),
  notFoundComponent: NotFoundPage,
  component: lazyPage(chatPage, 'ChatPage'),
});

export const messagingInChat = [chats.addChildren([noneOpen, conversation, chatWithMember])] as const;
