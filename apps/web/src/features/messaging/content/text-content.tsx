import { MessageText } from '../message-text.tsx';
import type { ContentProps } from './content.ts';

/** Words, with their web addresses. */
export function TextContent({ row }: ContentProps) {
  return <MessageText text={row.text} />;
}
