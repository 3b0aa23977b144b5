import { sessionStore } from '../../../client/storage.ts';
import { putBack } from '../drafts.ts';
import type { PictureStore } from './kept-pictures.ts';
import { isEmptySheet, openSheetAfter, type SheetContent, sheets } from './sheets.ts';

/**
 * The sheets of this tab over a reload, and over the way to a payment page and back: which there are and their words in
 * the tab's own store, where each tab has its own, and pictures in a database. Wiped when the member signs out.
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
  for (const [conversation, kept] of keptOf(member)) {
    for (const one of kept) {
      const content = await contentOf(one, store, names);
      if (signal.aborted) return;
      if (content) openSheetAfter(conversation, content);
      // The picture was gone before it was kept; what was written with it is not lost.
      else putBack(member, conversation, one.words);
    }
  }
  const keep = () => keepAll(member, store, names);
  keep();
  signal.addEventListener('abort', sheets.watch(keep));
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

function keepAll(member: string, store: PictureStore, names: Map<Blob, string>): void {
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
  if (tab.sheets.length > 0) sessionStore.set(NAME, JSON.stringify(tab));
  else sessionStore.remove(NAME);
  for (const [picture, name] of names) {
    if (held.has(picture)) continue;
    names.delete(picture);
    store.drop(name);
  }
}
