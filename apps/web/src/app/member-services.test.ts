// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { rememberSignedIn, SIGNED_IN, SIGNED_IN_AS } from '../client/signed-in.ts';
import { startMemberServices } from './member-services.ts';

const { endSessionHere } = vi.hoisted(() => ({ endSessionHere: vi.fn<() => void>() }));
vi.mock('../client/session.ts', () => ({ endSessionHere, askWhoThisIs: () => {} }));
const { nothing } = vi.hoisted(() => ({ nothing: () => () => {} }));
vi.mock('../live/start-live.ts', () => ({ startLive: nothing }));
vi.mock('../features/messaging/start-messaging.ts', () => ({ startMessaging: nothing }));
vi.mock('../features/notifications/start-notifications.ts', () => ({ startNotifications: nothing }));
vi.mock('../client/kept/keep-answers.ts', () => ({ keepAnswers: nothing }));

beforeEach(() => {
  endSessionHere.mockReset();
  rememberSignedIn('1');
  onTestFinished(startMemberServices('mara', () => {}));
});

const hear = (newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN, newValue }));

it('who signs out in another tab is signed out here', () => {
  rememberSignedIn('leaving');
  hear('leaving');
  expect(endSessionHere).toHaveBeenCalledOnce();
});

it('a sign-out that a tab hears of after its sleep ends nothing of who signed in since', () => {
  hear('leaving');
  hear(null);
  hear('1');
  expect(endSessionHere).not.toHaveBeenCalled();
});

it.each([
  ['the member is still here', 'mara', '1', false],
  ['they signed out', 'mara', 'leaving', true],
  ['somebody else signed in', 'jonas', '1', true],
] as const)('a page that comes out of the browser’s memory, and %s', (_, as, state, isReloaded) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  rememberSignedIn(state);
  localStorage.setItem(SIGNED_IN_AS, as);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0);
  reload.mockRestore();
});
