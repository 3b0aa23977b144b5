import { useState } from 'react';
import { actingAs } from './api.ts';
import { eraseRows, rowsOf } from './database.ts';
import { mayPersistUnsent } from './signed-in.ts';
import { localStore } from './storage.ts';
import { isUnsentNote, ownerOfName, UNSENT_UNTIL } from './unsent.ts';

/**
 * Words of a member that no server has yet: drafts, forms half filled in, open sheets, messages in the outbox. They stay on
 * the device when a session ends elsewhere, for the next log-in of the same member. Each says whose it is: another member
 * is never shown one, and never sends one.
 */

/** How long they wait for a member who does not come back. */
export const UNSENT_TTL_MS = 30 * 24 * 60 * 60_000;
const OUTBOX = 'heartline-outbox';
const PICTURES = 'heartline-sheets';

/** Whose a row of the outbox, or a picture of a sheet, is. Its key is `<time>:<member>:<id>`; older ones name nobody. */
function ownerOfRow(key: IDBValidKey, value: unknown): string | undefined {
  if (typeof key !== 'string') return (value as { member?: string }).member;
  const [, member, id] = key.split(':');
  return id === undefined ? undefined : member;
}

/** The member is not signed in here any more: their words wait from now on. */
export function keepUnsentOf(member: string): void {
  localStore.set(UNSENT_UNTIL + member, String(Date.now() + UNSENT_TTL_MS));
}

/** Whether words of the member wait for their next log-in: somebody else logged in here after them. */
export const hasUnsent = (member: string): boolean => localStore.get(UNSENT_UNTIL + member) !== null;

/**
 * The member is signed in here: their words are in use again, unless they waited too long. The outbox may send theirs
 * once this resolves; it never rejects.
 */
export async function resumeUnsentOf(member: string): Promise<void> {
  const note = UNSENT_UNTIL + member;
  if (!isExpiredNote(note)) localStore.remove(note);
  await eraseExpiredUnsent();
}

/** Erases the words of every member who did not come back within {@link UNSENT_TTL_MS}. Never rejects. */
export async function eraseExpiredUnsent(): Promise<void> {
  const expired = localStore.names().filter(isExpiredNote).map(memberOfNote);
  if (expired.length > 0) await eraseUnsent((owner) => owner !== undefined && expired.includes(owner));
}

const memberOfNote = (note: string) => note.slice(UNSENT_UNTIL.length);
const isExpiredNote = (name: string) =>
  isUnsentNote(name) && Number(localStore.get(name) ?? Infinity) < Date.now();

/** Erases words by whose they are; `undefined` is asked for those that name nobody. */
export async function eraseUnsent(goes: (owner: string | undefined) => boolean): Promise<void> {
  for (const name of localStore.names()) {
    const owner = ownerOfName(name);
    if (owner !== undefined && goes(owner)) localStore.remove(name);
  }
  const isOver = (key: IDBValidKey, value: unknown) => goes(ownerOfRow(key, value));
  await Promise.allSettled([eraseRows(OUTBOX, isOver), eraseRows(PICTURES, isOver)]);
  // Last: a page that is closed before this erases the rest at the next visit.
  for (const name of localStore.names())
    if (isUnsentNote(name) && goes(memberOfNote(name))) localStore.remove(name);
}

/** Databases of which only rows are erased. */
export const holdsUnsent = (database: string): boolean => database === OUTBOX || database === PICTURES;

/** How many messages of a member wait in this browser. */
export async function countMessages(member: string): Promise<number> {
  const rows = await rowsOf(OUTBOX).catch(() => []);
  return rows.filter(([key, value]) => ownerOfRow(key, value) === member).length;
}

/**
 * Text of a form as it is typed: `drop` forgets it once it was sent. A reload, or a session that ends elsewhere, leaves it
 * for the same member. A visitor's lasts as long as the form.
 */
export function usePersistedText(
  where: string,
): [text: string, setText: (text: string) => void, drop: () => void] {
  const [member] = useState(actingAs);
  const name = `draft:${member}:${where}`;
  const [text, show] = useState(() => (member === undefined ? '' : (localStore.get(name) ?? '')));
  const persist = (next: string) => {
    if (member === undefined || !mayPersistUnsent()) return;
    if (next.trim()) localStore.set(name, next);
    else localStore.remove(name);
  };
  const setText = (next: string) => {
    show(next);
    persist(next);
  };
  return [text, setText, () => persist('')];
}
