import { useEffect, useEffectEvent } from 'react';
import { createWatchedMap } from '../../../client/watched-map.ts';

/** Content of a sheet: a picture or a gift (undefined until one is chosen), and a text. */
export type SheetContent = { words: string } & ({ picture: Blob } | { gift: string | undefined });

/**
 * Sheets per conversation, in order, until each is sent or cancelled. They stay when the member follows a link, goes
 * back, or reloads the page.
 */
export const sheets = createWatchedMap<readonly SheetContent[]>();

/** Opens a sheet before those that wait. */
export function openSheet(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [content, ...(sheets.get(conversation) ?? [])]);
}

/** True if the conversation has a sheet, as one left open earlier. */
export const hasSheet = (conversation: string): boolean => sheets.get(conversation) !== undefined;

/** Adds a sheet after the others, because the first one may be on the screen with unsaved text. */
export function openSheetAfter(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [...(sheets.get(conversation) ?? []), content]);
}

/** Replaces the content of the open sheet, or opens one. */
export function changeSheet(conversation: string, content: SheetContent): void {
  sheets.set(conversation, [content, ...(sheets.get(conversation)?.slice(1) ?? [])]);
}

/** Closes the open sheet, which was sent or cancelled, and shows the next one. */
export function endSheet(conversation: string): void {
  const rest = sheets.get(conversation)?.slice(1) ?? [];
  if (rest.length > 0) sheets.set(conversation, rest);
  else sheets.delete(conversation);
}

/** The sheet to show in a conversation. */
export function useSheet(conversation: string): SheetContent | undefined {
  return sheets.useValue(conversation)?.[0];
}

/** True if a sheet has neither picture, gift nor text. */
export const isEmptySheet = (content: SheetContent) =>
  !('picture' in content) && content.gift === undefined && content.words.trim() === '';

/** Number of open sheets that are not empty. */
export const countSheets = (): number =>
  [...sheets.entries()].flatMap(([, contents]) => contents.filter((one) => !isEmptySheet(one))).length;

/**
 * Stores the content `now` of a sheet shortly after each change, and when the page closes. An empty sheet is not
 * stored.
 */
export function usePersistedSheet(conversation: string, content: SheetContent, now: SheetContent): void {
  const isOpen = () => sheets.get(conversation)?.[0] === content;
  const persist = useEffectEvent(() => {
    if (isOpen() && !isSame(content, now)) changeSheet(conversation, now);
  });
  const leave = useEffectEvent(() => {
    if (!isOpen()) return;
    if (isEmptySheet(now)) endSheet(conversation);
    else persist();
  });
  useEffect(() => {
    if (isSame(content, now)) return undefined;
    const timer = setTimeout(persist, PERSIST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [content, now]);
  useEffect(() => {
    addEventListener('pagehide', persist);
    return () => {
      removeEventListener('pagehide', persist);
      leave();
    };
  }, []);
}

const PERSIST_AFTER_MS = 300;

const isSame = (one: SheetContent, other: SheetContent) =>
  one.words === other.words && ('gift' in one && one.gift) === ('gift' in other && other.gift);
