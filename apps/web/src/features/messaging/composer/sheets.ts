import { useEffect, useEffectEvent } from 'react';
import { createWatchedMap } from '../../../client/watched-map.ts';

/** What a sheet shows before it is sent: a picture or a gift (undefined until one is chosen), and the words with it. */
export type SheetContent = { words: string } & ({ picture: Blob } | { gift: string | undefined });

/**
 * The sheets of a conversation, one after the other, each until it is sent or given up: who follows a link in one, goes
 * back, or loads the page anew has it before them again in the same conversation.
 */
export const sheets = createWatchedMap<readonly SheetContent[]>();

/** Opens a sheet now, over those that wait. */
export function openSheet(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [content, ...(sheets.get(conversation) ?? [])]);
}

/** Whether a sheet stands here already, as one that the page was left from. */
export const hasSheet = (conversation: string): boolean => sheets.get(conversation) !== undefined;

/** Opens a sheet once those before it are done with: one may be on the screen, with words just changed. */
export function openSheetAfter(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [...(sheets.get(conversation) ?? []), content]);
}

/** Shows this in the sheet that is open, or opens one. */
export function changeSheet(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [content, ...(sheets.get(conversation)?.slice(1) ?? [])]);
}

/** What was shown was sent or given up; the next one comes. */
export function endSheet(conversation: string): void {
  const rest = sheets.get(conversation)?.slice(1) ?? [];
  if (rest.length > 0) sheets.set(conversation, rest);
  else sheets.delete(conversation);
}

/** The sheet to show in this conversation. */
export function useSheet(conversation: string): SheetContent | undefined {
  return sheets.useValue(conversation)?.[0];
}

/** Whether nobody has put anything into it yet. */
export const isEmptySheet = (content: SheetContent) =>
  !('picture' in content) && content.gift === undefined && content.words.trim() === '';

/** How many sheets stand open with something in them. */
export const countSheets = (): number =>
  [...sheets.entries()].flatMap(([, contents]) => contents.filter((one) => !isEmptySheet(one))).length;

/**
 * Keeps what stands in a sheet, `now`: shortly after each change, and when the page is left with it open. One with nothing
 * in it is not kept.
 */
export function useKeptSheet(conversation: string, content: SheetContent, now: SheetContent): void {
  const isOpen = () => sheets.get(conversation)?.[0] === content;
  const keep = useEffectEvent(() => {
    if (isOpen() && !isSame(content, now)) changeSheet(conversation, now);
  });
  const leave = useEffectEvent(() => {
    if (!isOpen()) return;
    if (isEmptySheet(now)) endSheet(conversation);
    else keep();
  });
  useEffect(() => {
    if (isSame(content, now)) return undefined;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [content, now]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      leave();
    };
  }, []);
}

const KEEP_AFTER_MS = 300;

const isSame = (one: SheetContent, other: SheetContent) =>
  one.words === other.words && ('gift' in one && one.gift) === ('gift' in other && other.gift);
