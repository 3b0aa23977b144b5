// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { rememberSignedIn, SIGNED_IN } from '../client/signed-in.ts';
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
