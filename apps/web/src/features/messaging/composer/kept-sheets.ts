import { onLeavingWords } from '../../../client/leave-words.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { localStore, sessionStore } from '../../../client/storage.ts';
import { putBack } from '../drafts.ts';
import type { PictureStore } from './kept-pictures.ts';
import { isEmptySheet, openSheetAfter, type SheetContent, sheets } from './sheets.ts';

/**
 * The sheets of this tab over a reload, and over the way to a payment page and back: which there are and their words in
 * the tab's own store, where each tab has its own, and pictures in a database. A session that ends elsewhere leaves them
 * to the member's next log-in, in whichever tab. Wiped when the member logs out.
 */
const NAME = 'sheets';

/** A sheet without its picture: that has a name in the database. */
type Kept = { words: string } & ({ picture: string } | { gift?: string | undefined });

interface KeptTab {
  member: string;
  sheets: (readonly [conversation: string, kept: readonly Kept[]])[];
}

/** Opens again what this tab was left with, and keeps from then on what is open, until `signal`. */
export async function followSheets(member: string, store: PictureStore, signal: AbortSignal): Promise<void> {
  const names = new Map<Blob, string>();
  leaveToOthers(member);
  const left = leftOf(member);
  for (const [conversation, kept] of [...keptOf(member), ...left]) {
    for (const one of kept) {
      const content = await contentOf(one, store, names);
      if (signal.aborted) return;
      if (content) openSheetAfter(conversation, content);
      // The picture was gone before it was kept; what was written with it is not lost.
      else putBack(member, conversation, one.words);
    }
  }
  const keep = () => keepAll(member, store, names);
  if (keep()) dropLeft(member, left);
  const stops = [sheets.watch(keep), onLeavingWords(leave)];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
}

/** Where sheets wait for the next log-in of their member. */
const leftBy = (member: string) => `draft:${member}:${NAME}`;

/** Puts the sheets of this tab where any tab finds them. */
function leave(): void {
  const tab = sessionStore.getJson(NAME) as KeptTab | undefined;
  if (!tab) return;
  const before = leftOf(tab.member);
  if (localStore.set(leftBy(tab.member), JSON.stringify([...before, ...tab.sheets])))
    sessionStore.remove(NAME);
}

/** Another member signed in to this tab without a log-out: its sheets are the first one's. */
function leaveToOthers(member: string): void {
  const tab = sessionStore.getJson(NAME) as KeptTab | undefined;
  if (tab && tab.member !== member) leave();
}

/** What sessions before this one left to the member. */
const leftOf = (member: string) => (localStore.getJson(leftBy(member)) ?? []) as KeptTab['sheets'];

/** This tab holds what was left. What was left since, or taken by another tab, is not touched. */
function dropLeft(member: string, taken: KeptTab['sheets']): void {
  const known = new Set(taken.map((sheet) => JSON.stringify(sheet)));
  const rest = leftOf(member).filter((sheet) => !known.has(JSON.stringify(sheet)));
  if (rest.length > 0) localStore.set(leftBy(member), JSON.stringify(rest));
  else localStore.remove(leftBy(member));
}

function keptOf(member: string): KeptTab['sheets'] {
  const tab = sessionStore.getJson(NAME) as KeptTab | undefined;
  return tab?.member === member ? tab.sheets : [];
}

async function contentOf(
  kept: Kept,
  store: PictureStore,
  names: Map<Blob, string>,
): Promise<SheetContent | undefined> {
  const { words } = kept;
  if (!('picture' in kept)) return { words, gift: kept.gift };
  const picture = await store.get(kept.picture);
  if (!picture) return undefined;
  names.set(picture, kept.picture);
  return { words, picture };
}

/** Stores the sheets that are open. Whether this tab's own store holds them now. */
function keepAll(member: string, store: PictureStore, names: Map<Blob, string>): boolean {
  // The session ended, and what this tab holds is emptied: what is kept stays as it is.
  if (!wasSignedIn()) return false;
  const held = new Set<Blob>();
  const nameOf = (picture: Blob) => {
    held.add(picture);
    const known = names.get(picture);
    if (known !== undefined) return known;
    const name = store.newName();
    names.set(picture, name);
    store.put(name, picture);
    return name;
  };
  const all = [...sheets.entries()].map(([conversation, contents]) => {
    const worth = contents.filter((content) => !isEmptySheet(content));
    const kept = worth.map((content): Kept => {
      if (!('picture' in content)) return content;
      return { words: content.words, picture: nameOf(content.picture) };
    });
    return [conversation, kept] as const;
  });
  const tab: KeptTab = { member, sheets: all.filter(([, kept]) => kept.length > 0) };
  const isHeld = tab.sheets.length === 0 || sessionStore.set(NAME, JSON.stringify(tab));
  if (tab.sheets.length === 0) sessionStore.remove(NAME);
  for (const [picture, name] of names) {
    if (held.has(picture)) continue;
    names.delete(picture);
    store.drop(name);
  }
  return isHeld;
}
