import { i18n } from '@lingui/core';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { errorText } from './error-message.ts';

afterEach(() => vi.unstubAllGlobals());

i18n.loadAndActivate({ locale: 'en', messages: {} });
const unreached = new ApiError(0, { code: 'UNAVAILABLE' });
const unavailable = new ApiError(503, { code: 'UNAVAILABLE' });

it.each([
  [
    'nobody was reached, on a network that leads nowhere',
    true,
    unreached,
    'There is no connection right now.',
  ],
  ['nobody was reached, and the device says so', false, unreached, 'You are offline'],
  ['a part did not come, and the device says so', false, new TypeError('Failed to fetch'), 'You are offline'],
  ['the server could not', true, unavailable, 'An error occured, please try again later.'],
  ['anything else', true, new Error('Broken'), 'An error has occurred.'],
])('says why, where %s', (_, onLine, failure, words) => {
  vi.stubGlobal('navigator', { onLine });
  expect(errorText(i18n, failure)).toBe(words);
});
