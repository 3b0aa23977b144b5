// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { leaveUnsent } from '../../../client/leave-unsent.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { clearWatched } from '../../../client/watched-map.ts';
import { storedDraft } from '../drafts.ts';
import { followSheets } from './persisted-sheets.ts';
import type { PictureStore } from './sheet-pictures.ts';
import { changeSheet, endSheet, openSheet, openSheetAfter, sheets } from './sheets.ts';

const PICTURE = new Blob(['cat'], { type: 'image/png' });
const NAME = 'sheets';
const rows = new Map<string, Blob>();
const store: PictureStore = {
  newName: () => `row-${rows.size + 1}`,
  get: async (name) => rows.get(name),
  put: (name, picture) => void rows.set(name, picture),
  drop: (name) => void rows.delete(name),
};

/** Opens a page in this tab. The returned function leaves it and clears its memory. */
async function openPage(member = 'me') {
  const page = new AbortController();
  onTestFinished(() => page.abort());
  await followSheets(member, store, page.signal);
  return () => {
    page.abort();
    clearWatched();
  };
}

beforeEach(() => {
  rows.clear();
  localStorage.clear();
  sessionStorage.clear();
  clearWatched();
  rememberSignedIn('1');
});

it('restores pictures and texts after a reload, in their order', async () => {
  const leave = await openPage();
  openSheet('c', { words: '', picture: PICTURE });
  changeSheet('c', { words: 'my cat', picture: PICTURE });
  openSheetAfter('c', { words: 'for you', gift: 'rose' });
  openSheet('d', { words: '', gift: undefined });
  leave();
  expect(sheets.get('c')).toBeUndefined();
  await openPage();
  expect(sheets.get('c')).toEqual([
    { words: 'my cat', picture: PICTURE },
    { words: 'for you', gift: 'rose' },
  ]);
  // An empty sheet is not stored.
  expect(sheets.get('d')).toBeUndefined();
});

it('deletes what was sent or cancelled', async () => {
  const leave = await openPage();
  openSheet('c', { words: '', picture: PICTURE });
  expect(rows.size).toBe(1);
  endSheet('c');
  expect(rows.size).toBe(0);
  expect(sessionStorage.getItem(NAME)).toBeNull();
  leave();
});

it('deletes a picture that another page stored once it is sent here', async () => {
  const leave = await openPage();
  openSheet('c', { words: '', picture: PICTURE });
  leave();
  await openPage();
  endSheet('c');
  expect(rows.size).toBe(0);
});

it('deletes everything at a sign-out', async () => {
  await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  clearWatched();
  expect(rows.size).toBe(0);
  expect(sessionStorage.getItem(NAME)).toBeNull();
});

it('hides sheets from another member who signs in in this tab', async () => {
  const leave = await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  leave();
  await openPage('somebody else');
  expect(sheets.get('c')).toBeUndefined();
  expect(sessionStorage.getItem(NAME)).toBeNull();
});

it('restores sheets for the first member after another one used this tab', async () => {
  const leave = await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  leave();
  const leaveAgain = await openPage('somebody else');
  leaveAgain();
  await openPage();
  expect(sheets.get('c')).toEqual([{ words: 'my cat', picture: PICTURE }]);
});

it('restores sheets in another tab after the session ended elsewhere', async () => {
  const leave = await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  rememberSignedIn('ending');
  leaveUnsent();
  clearWatched();
  leave();
  expect(rows.size).toBe(1);
  // As in another tab.
  sessionStorage.clear();
  rememberSignedIn('1');
  await openPage();
  expect(sheets.get('c')).toEqual([{ words: 'my cat', picture: PICTURE }]);
});

it('moves text whose picture could not be stored to the field', async () => {
  const leave = await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  leave();
  rows.clear();
  await openPage();
  expect(sheets.get('c')).toBeUndefined();
  expect(storedDraft('draft:me:c')).toBe('my cat');
});

it('puts a sheet opened during the restore first, and stores it', async () => {
  const leave = await openPage();
  openSheet('c', { words: '', picture: PICTURE });
  leave();
  vi.spyOn(store, 'get').mockImplementationOnce(async (name) => {
    openSheet('c', { words: 'a rose', gift: 'rose' });
    return rows.get(name);
  });
  const leaveAgain = await openPage();
  const both = [
    { words: 'a rose', gift: 'rose' },
    { words: '', picture: PICTURE },
  ];
  expect(sheets.get('c')).toEqual(both);
  leaveAgain();
  await openPage();
  expect(sheets.get('c')).toEqual(both);
});

it('keeps the sheets of an ended session if the page closes during the restore', async () => {
  const leave = await openPage();
  openSheet('c', { words: 'my cat', picture: PICTURE });
  rememberSignedIn('ending');
  leaveUnsent();
  clearWatched();
  leave();
  rememberSignedIn('1');
  const read = Promise.withResolvers<Blob>();
  vi.spyOn(store, 'get').mockImplementationOnce(() => read.promise);
  const page = new AbortController();
  const opening = followSheets('me', store, page.signal);
  page.abort();
  read.resolve(PICTURE);
  await opening;
  sessionStorage.clear();
  const leaveAgain = await openPage();
  expect(sheets.get('c')).toEqual([{ words: 'my cat', picture: PICTURE }]);
  leaveAgain();
  // This tab has them now, so another one finds none.
  sessionStorage.clear();
  await openPage();
  expect(sheets.get('c')).toBeUndefined();
});
