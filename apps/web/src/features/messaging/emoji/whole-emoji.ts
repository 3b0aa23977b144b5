import { isEmoji } from '@heartline/domain';

/**
 * An emoji as messages carry it. The picker’s data asks for a picture (U+FE0F) also where one shows anyway, which is not
 * how Unicode recommends it for interchange.
 */
export function wholeEmoji(emoji: string): string {
  const bare = emoji.replaceAll('\uFE0F', '');
  return [emoji, emoji.replace(/\uFE0F$/, ''), bare, `${bare}\uFE0F`].find(isEmoji) ?? emoji;
}
