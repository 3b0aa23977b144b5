import type { MessageKind } from '@heartline/contracts';
import type { ComponentType } from 'react';
import { GiftContent } from '../gifts/gift-content.tsx';
import { PhotoContent } from '../photos/photo-content.tsx';
import type { ContentProps } from './content-props.ts';
import { TextContent } from './text-content.tsx';

interface Content {
  Component: ComponentType<ContentProps>;
  /** The bubble has no padding and clips the content to its corners, as for a picture. */
  isMedia?: boolean;
}

/** Component for each kind of message. */
export const CONTENT: Record<MessageKind, Content> = {
  text: { Component: TextContent },
  photo: { Component: PhotoContent, isMedia: true },
  gift: { Component: GiftContent, isMedia: true },
};
