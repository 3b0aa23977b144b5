import type { MessageKind } from '@heartline/contracts';
import type { ComponentType } from 'react';
import type { Row } from '../conversation-rows.ts';
import { GiftContent } from '../gifts/gift-content.tsx';
import { PhotoContent } from '../photos/photo-content.tsx';
import { TextContent } from './text-content.tsx';

/** What a component that shows one kind of message gets. It stands inside the bubble; gone messages never reach it. */
export interface ContentProps {
  row: Row;
  /** Name of the other side. */
  name: string;
}

interface Content {
  Component: ComponentType<ContentProps>;
  /** A picture or the like: the bubble has no padding and cuts it to its corners. */
  isMedia?: boolean;
}

/** How each kind of message looks; heavy ones are loaded when the first of them is shown. */
export const CONTENT: Record<MessageKind, Content> = {
  text: { Component: TextContent },
  photo: { Component: PhotoContent, isMedia: true },
  gift: { Component: GiftContent, isMedia: true },
};
