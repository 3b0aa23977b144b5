import { useState } from 'react';
import { actingAs } from './api.ts';
import { eraseRows, rowsOf } from './database.ts';
import { mayPersistUnsent } from './signed-in.ts';
import { localStore } from './storage.ts';
import { isUnsentNote, ownerOfName, UNSENT_UNTIL } from './unsent.ts';

/**
 * Text of a member that the server does not have yet: drafts, half-filled forms, open sheets, messages in the outbox.
 * It stays on the device for the same member's next log-in when a session ends elsewhere. Each entry names its owner:
 * another member never sees or sends one.
 */

/** Retention for a member who does not return. */
export const UNSENT_TTL_MS = 30 * 24 * 60 * 60_000;
const OUTBOX = 'heartline-outbox';
const PICTURES = 'heartline-sheets';

/**
 * The owner of an outbox row or of a picture of a sheet. Its key is `<time>:<member>:<id>`; older keys name no owner.
 */
function ownerOfRow(key: IDBValidKey, value: unknown): string | undefined {
  if (typeof key !== 'string') return (value as { member?: string }).member;
  const [, member, id] = key.split(':');
  return id === undefined ? undefined : member;
}

/** The member is no longer signed in here: the retention of their text begins. */
export function keepUnsentOf(member: string): void {
  localStore.set(UNSENT_UNTIL + member, String(Date.now() + UNSENT_TTL_MS));
}

/** True when unsent text of the member is stored while another member uses this browser. */
export const hasUnsent = (member: string): boolean => localStore.get(UNSENT_UNTIL + member) !== null;

/**
 * The member is signed in here: their text is in use again, unless the retention is over. The outbox may send once this
 * resolves. Never rejects.
 */
export async function resumeUnsentOf(member: string): Promise<void> {
  const note = UNSENT_UNTIL + member;
  if (!isExpiredNote(note)) localStore.remove(note);
  await eraseExpiredUnsent();
}

/** Erases the text of every member who did not return within {@link UNSENT_TTL_MS}. Never rejects. */
export async function eraseExpiredUnsent(): Promise<void> {
  const expired = localStore.names().filter(isExpiredNote).map(memberOfNote);
  if (expired.length > 0) await eraseUnsent((owner) => owner !== undefined && expired.includes(owner));
}

const memberOfNote = (note: string) => note.slice(UNSENT_UNTIL.length);
const isExpiredNote = (name: string) =>
  isUnsentNote(name) && Number(localStore.get(name) ?? Infinity) < Date.now();

/** Erases text by owner. `goes` gets `undefined` for text without an owner. */
export async function eraseUnsent(goes: (owner: string | undefined) => boolean): Promise<void> {
  for (const name of localStore.names()) {
    const owner = ownerOfName(name);
    if (owner !== undefined && goes(owner)) localStore.remove(name);
  }
  const isOver = (key: IDBValidKey, value: unknown) => goes(ownerOfRow(key, value));
  await Promise.allSettled([eraseRows(OUTBOX, isOver), eraseRows(PICTURES, isOver)]);
  // Last, so that a page closed before this erases the rest at the next visit.
  for (const name of localStore.names())
    if (isUnsentNote(name) && goes(memberOfNote(name))) localStore.remove(name);
}

/** Databases in which only rows are erased. */
export const holdsUnsent = (database: string): boolean => database === OUTBOX || database === PICTURES;

/** The number of a member's unsent messages in this browser. */
export async function countMessages(member: string): Promise<number> {
  const rows = await rowsOf(OUTBOX).catch(() => []);
  return rows.filter(([key, value]) => ownerOfRow(key, value) === member).length;
}

/**
 * The text of a form as it is typed. `drop` forgets it once it is sent. A reload, or a session that ends elsewhere,
 * keeps it for the same member; a visitor's lasts as long as the form.
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
