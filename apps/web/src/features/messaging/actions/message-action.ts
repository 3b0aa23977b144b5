import type { ProfileCard } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Row } from '../conversation-rows.ts';

/** Conversation and members of an action. */
export interface ActionContext {
  conversation: string;
  /** The other member. */
  profile: ProfileCard;
  /** The member who acts. */
  me: string;
}

/**
 * One menu item of a message, one file each; `actions.ts` gives their order. `isFor` decides by what the page knows,
 * and the server decides finally.
 */
export interface MessageAction {
  id: string;
  label: (row: Row, context: ActionContext) => MessageDescriptor;
  icon: ReactNode;
  isFor(row: Row, context: ActionContext): boolean;
  run(row: Row, context: ActionContext): void;
  isDanger?: boolean;
  /** Draws a line above it. */
  startsGroup?: boolean;
}
