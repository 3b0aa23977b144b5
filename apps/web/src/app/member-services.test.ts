// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { rememberSignedIn, SIGNED_IN, SIGNED_IN_AS } from '../client/signed-in.ts';
import { keepUnsentOf } from '../client/unsent-storage.ts';
import { startMemberServices } from './member-services.ts';

const { endSessionHere } = vi.hoisted(() => ({ endSessionHere: vi.fn<() => void>() }));
vi.mock('../client/session.ts', () => ({ endSessionHere, askWhoThisIs: () => {} }));
const { nothing } = vi.hoisted(() => ({ nothing: () => () => {} }));
vi.mock('../live/start-live.ts', () => ({ startLive: nothing }));
const { startMessaging } = vi.hoisted(() => ({ startMessaging: vi.fn<() => () => void>(() => () => {}) }));
vi.mock('../features/messaging/start-messaging.ts', () => ({ startMessaging }));
vi.mock('../features/notifications/start-notifications.ts', () => ({ startNotifications: nothing }));
vi.mock('../client/persisted-cache/persist-answers.ts', () => ({ persistAnswers: nothing }));

beforeEach(() => {
  endSessionHere.mockReset();
  rememberSignedIn('1');
  onTestFinished(startMemberServices('mara', () => {}));
});

const receive = (newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN, newValue }));

it('signs out a member who signs out in another tab', () => {
  rememberSignedIn('leaving');
  receive('leaving');
  expect(endSessionHere).toHaveBeenCalledOnce();
});

it('reloads and erases nothing when a member who logged in later logs out', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  keepUnsentOf('mara');
  localStorage.setItem(SIGNED_IN_AS, 'jonas');
  rememberSignedIn('leaving');
  receive('leaving');
  expect(endSessionHere).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

it('ends the session when another tab learned that it ended elsewhere', () => {
  rememberSignedIn('ending');
  keepUnsentOf('mara');
  receive('ending');
  expect(endSessionHere).toHaveBeenCalledOnce();
});

it('starts messaging once expired unsent text is erased', async () => {
  const asked = Promise.withResolvers<[]>();
  const databases = vi.fn<() => Promise<[]>>(() => asked.promise);
  vi.stubGlobal('indexedDB', { databases });
  onTestFinished(() => void vi.unstubAllGlobals());
  localStorage.setItem('words-kept-until:nele', String(Date.now() - 1));
  startMessaging.mockClear();
  onTestFinished(startMemberServices('nele', () => {}));
  await expect.poll(() => databases.mock.calls.length).toBeGreaterThan(0);
  expect(startMessaging).not.toHaveBeenCalled();
  asked.resolve([]);
  await expect.poll(() => startMessaging.mock.calls).toEqual([['nele']]);
});

it('ignores an old sign-out after a sleep when a member is signed in since', () => {
  receive('leaving');
  receive(null);
  receive('1');
  expect(endSessionHere).not.toHaveBeenCalled();
});

it.each([
  ['the member is still signed in', 'mara', '1', false],
  ['the member signed out', 'mara', 'leaving', true],
  ['another member signed in', 'jonas', '1', true],
] as const)('a page from the back/forward cache, and %s', (_, as, state, isReloaded) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  rememberSignedIn(state);
  localStorage.setItem(SIGNED_IN_AS, as);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0);
  reload.mockRestore();
});
