import { largeEmoji } from '@heartline/domain';
import { MessageText } from '../message-text.tsx';
import type { ContentProps } from './content-props.ts';

/** Text of a message with its links; a few emoji alone are shown large. */
export function TextContent({ row }: ContentProps) {
  const large = largeEmoji(row.text);
  if (large > 0) return <span className={large > 2 ? 'text-2xl' : 'text-[3rem]/[1.15]'}>{row.text}</span>;
  return <MessageText text={row.text} />;
}
