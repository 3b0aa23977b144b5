import { isEmoji } from '@heartline/domain';

/**
 * An emoji in the form messages carry. The picker adds U+FE0F (show as a picture) also where Unicode recommends to
 * leave it out.
 */
export function wholeEmoji(emoji: string): string {
  const bare = emoji.replaceAll('\uFE0F', '');
  return [emoji, emoji.replace(/\uFE0F$/, ''), bare, `${bare}\uFE0F`].find(isEmoji) ?? emoji;
}
