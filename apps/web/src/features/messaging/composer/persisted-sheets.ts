import { onLeavingUnsent } from '../../../client/leave-unsent.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { localStore, sessionStore } from '../../../client/storage.ts';
import { putBack } from '../drafts.ts';
import type { PictureStore } from './sheet-pictures.ts';
import { isEmptySheet, openSheetAfter, type SheetContent, sheets } from './sheets.ts';

/**
 * Keeps the sheets of this tab over a reload or a payment page: texts in `sessionStorage`, pictures in a database. When
 * a session ends elsewhere, the member's next log-in in any tab gets them. A log-out deletes them.
 */
const NAME = 'sheets';

/** A stored sheet; its picture is a name in the database. */
type PersistedSheet = { words: string } & ({ picture: string } | { gift?: string | undefined });

interface PersistedTab {
  member: string;
  sheets: (readonly [conversation: string, kept: readonly PersistedSheet[]])[];
}

/** Opens the stored sheets of this tab, then stores the open ones until `signal` aborts. */
export async function followSheets(member: string, store: PictureStore, signal: AbortSignal): Promise<void> {
  const names = new Map<Blob, string>();
  leaveToOthers(member);
  const left = leftOf(member);
  for (const [conversation, persisted] of [...persistedOf(member), ...left]) {
    for (const one of persisted) {
      const content = await contentOf(one, store, names);
      if (signal.aborted) return;
      if (content) openSheetAfter(conversation, content);
      // The picture was never stored, so only the text comes back.
      else putBack(member, conversation, one.words);
    }
  }
  const persist = () => persistAll(member, store, names);
  if (persist()) dropLeft(member, left);
  const stops = [sheets.watch(persist), onLeavingUnsent(leave)];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
}

/** Key of the sheets that wait for the next log-in of a member. */
const leftBy = (member: string) => `draft:${member}:${NAME}`;

/** Moves the sheets of this tab to where any tab finds them. */
function leave(): void {
  const tab = sessionStore.getJson(NAME) as PersistedTab | undefined;
  if (!tab) return;
  const before = leftOf(tab.member);
  if (localStore.set(leftBy(tab.member), JSON.stringify([...before, ...tab.sheets])))
    sessionStore.remove(NAME);
}

/** Another member signed in to this tab without a log-out. Leave the sheets to the first one. */
function leaveToOthers(member: string): void {
  const tab = sessionStore.getJson(NAME) as PersistedTab | undefined;
  if (tab && tab.member !== member) leave();
}

/** Sheets that earlier sessions left to the member. */
const leftOf = (member: string) => (localStore.getJson(leftBy(member)) ?? []) as PersistedTab['sheets'];

/** Removes the sheets that this tab took. Those left since, or taken by another tab, stay. */
function dropLeft(member: string, taken: PersistedTab['sheets']): void {
  const known = new Set(taken.map((sheet) => JSON.stringify(sheet)));
  const rest = leftOf(member).filter((sheet) => !known.has(JSON.stringify(sheet)));
  if (rest.length > 0) localStore.set(leftBy(member), JSON.stringify(rest));
  else localStore.remove(leftBy(member));
}

function persistedOf(member: string): PersistedTab['sheets'] {
  const tab = sessionStore.getJson(NAME) as PersistedTab | undefined;
  return tab?.member === member ? tab.sheets : [];
}

async function contentOf(
  persisted: PersistedSheet,
  store: PictureStore,
  names: Map<Blob, string>,
): Promise<SheetContent | undefined> {
  const { words } = persisted;
  if (!('picture' in persisted)) return { words, gift: persisted.gift };
  const picture = await store.get(persisted.picture);
  if (!picture) return undefined;
  names.set(picture, persisted.picture);
  return { words, picture };
}

/** Stores the open sheets. Returns true if `sessionStorage` now holds them. */
function persistAll(member: string, store: PictureStore, names: Map<Blob, string>): boolean {
  // The session ended and memory is being cleared, so the stored sheets must stay.
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
    const persisted = worth.map((content): PersistedSheet => {
      if (!('picture' in content)) return content;
      return { words: content.words, picture: nameOf(content.picture) };
    });
    return [conversation, persisted] as const;
  });
  const tab: PersistedTab = { member, sheets: all.filter(([, persisted]) => persisted.length > 0) };
  const isHeld = tab.sheets.length === 0 || sessionStore.set(NAME, JSON.stringify(tab));
  if (tab.sheets.length === 0) sessionStore.remove(NAME);
  for (const [picture, name] of names) {
    if (held.has(picture)) continue;
    names.delete(picture);
    store.drop(name);
  }
  return isHeld;
}
