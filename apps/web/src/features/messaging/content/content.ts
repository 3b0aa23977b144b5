import type { MessageKind } from '@heartline/contracts';
import type { ComponentType } from 'react';
import { GiftContent } from '../gifts/gift-content.tsx';
import { PhotoContent } from '../photos/photo-content.tsx';
import type { ContentProps } from './content-props.ts';
import { TextContent } from './text-content.tsx';

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
