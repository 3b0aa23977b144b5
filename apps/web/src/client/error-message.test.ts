import { i18n } from '@lingui/core';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { errorText } from './error-message.ts';

afterEach(() => vi.unstubAllGlobals());

i18n.loadAndActivate({ locale: 'en', messages: {} });
const unreached = new ApiError(0, { code: 'UNAVAILABLE' });
const unavailable = new ApiError(503, { code: 'UNAVAILABLE' });

it.each([
  ['the network has no internet', true, unreached, 'No connection right now.'],
  ['the device is offline', false, unreached, 'You’re offline'],
  ['a lazy component failed to load offline', false, new TypeError('Failed to fetch'), 'You’re offline'],
  ['the server was unavailable', true, unavailable, 'An error occured, please try again later.'],
  ['another error was thrown', true, new Error('Broken'), 'An error has occurred.'],
])('gives the reason when %s', (_, onLine, failure, words) => {
  vi.stubGlobal('navigator', { onLine });
  expect(errorText(i18n, failure)).toBe(words);
});
