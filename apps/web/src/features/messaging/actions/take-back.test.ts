import { beforeEach, expect, it } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import type { Row } from '../conversation-rows.ts';
import type { ActionContext } from './message-action.ts';
import { recallPhoto } from './recall-photo.tsx';
import { takeBackAction } from './take-back.tsx';

const prices = { message_credits: 1, photo_credits: 2, fictional_message_credits: 0 };
const to = (fictional: boolean) =>
  ({ conversation: 'c', me: 'm', profile: { id: 'p', fictional } }) as ActionContext;
const row = (kind: Row['kind'], more: Partial<Row> = {}) => ({ kind, isOwn: true, ...more }) as Row;
const words = (action: typeof recallPhoto, ...asked: Parameters<typeof recallPhoto.label>) =>
  action.label(...asked).message;

beforeEach(() => void queryClient.setQueryData(keys.settings, prices));

it('mentions credits only if the message was paid', () => {
  expect(words(takeBackAction, row('text'), to(false))).toBe('Take back, credits returned');
  // A gift costs the same for every recipient.
  expect(words(takeBackAction, row('gift'), to(true))).toBe('Take back, credits returned');
  expect(words(takeBackAction, row('text'), to(true))).toBe('Take back');
  queryClient.setQueryData(keys.settings, { ...prices, fictional_message_credits: 1 });
  expect(words(takeBackAction, row('text'), to(true))).toBe('Take back, credits returned');
});

it('says whether a photo gives its credits back, read or not', () => {
  expect(words(recallPhoto, row('photo'), to(false))).toBe('Take back photo, credits returned if unread');
  expect(words(recallPhoto, row('photo', { state: 'read' }), to(false))).toBe(
    'Take back photo; credits aren’t returned',
  );
  expect(words(recallPhoto, row('photo'), to(true))).toBe('Take back photo');
  expect(words(recallPhoto, row('photo', { state: 'read' }), to(true))).toBe('Take back photo');
});
