import type { ProfileCard } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Row } from '../conversation-rows.ts';

/** Where an action takes place. */
export interface ActionContext {
  conversation: string;
  /** The other side. */
  profile: ProfileCard;
  /** The member who acts. */
  me: string;
}

/**
 * One thing that can be done with a message, as an item of its menu. One file each; `actions.ts` lists them in the order
 * they stand in. `isFor` decides by what the page knows; the server has the last word.
 */
export interface MessageAction {
  id: string;
  label: (row: Row, context: ActionContext) => MessageDescriptor;
  icon: ReactNode;
  isFor(row: Row, context: ActionContext): boolean;
  run(row: Row, context: ActionContext): void;
  isDanger?: boolean;
  /** A hairline above. */
  startsGroup?: boolean;
}
