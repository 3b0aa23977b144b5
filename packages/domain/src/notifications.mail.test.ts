import { describe, expect, it } from 'vitest';
import { ACTIVITY_MAIL, activityMailStep, unlinked } from './notifications.mail.ts';

const { waitMs, restMs } = ACTIVITY_MAIL.messages;
const likes = ACTIVITY_MAIL.likes;
const none = { step: 'none' };
const news = { step: 'news' };

describe('a mail of unread messages', () => {
  const at = (now: number, unseen?: [number, number], last?: [at: number, isReminder?: boolean]) =>
    activityMailStep(
      'messages',
      unseen && { firstAt: unseen[0], lastAt: unseen[1] },
      last ? { at: last[0], isReminder: last[1] ?? false } : null,
      now,
    );

  it('is none while nothing is unread', () => {
    expect(at(waitMs)).toEqual(none);
    expect(at(waitMs, undefined, [1])).toEqual(none);
  });

  it('waits half an hour from the first unread one, to the millisecond', () => {
    expect(waitMs).toBe(30 * 60_000);
    expect(at(1_000 + waitMs - 1, [1_000, 9_000])).toEqual({ step: 'wait', until: 1_000 + waitMs });
    expect(at(1_000 + waitMs, [1_000, 9_000])).toEqual(news);
  });

  it('comes anew for who read all that the last one told of', () => {
    const last = 5_000;
    expect(at(5_001 + waitMs - 1, [5_001, 5_001], [last])).toEqual({ step: 'wait', until: 5_001 + waitMs });
    expect(at(5_001 + waitMs, [5_001, 5_001], [last])).toEqual(news);
    // A message at the exact time of the mail was part of it.
    expect(at(5_000 + waitMs, [5_000, 5_001], [last])).toEqual({ step: 'wait', until: last + restMs });
  });

  it('comes at most daily otherwise: about new messages, else as a single reminder', () => {
    const last = 9_000;
    expect(at(last + restMs - 1, [1_000, 10_000], [last])).toEqual({ step: 'wait', until: last + restMs });
    expect(at(last + restMs, [1_000, 10_000], [last])).toEqual(news);
    expect(at(last + restMs, [1_000, 9_000], [last])).toEqual({ step: 'reminder' });
    expect(at(last + 9 * restMs, [1_000, 9_000], [last, true])).toEqual(none);
    expect(at(last + restMs, [1_000, 9_001], [last, true])).toEqual(news);
  });
});

describe('a mail of likes', () => {
  const at = (now: number, firstAt: number, lastAt: number, last?: number) =>
    activityMailStep(
      'likes',
      { firstAt, lastAt },
      last === undefined ? null : { at: last, isReminder: false },
      now,
    );

  it('waits an hour and comes at most once a day, even after the member saw likes', () => {
    expect(at(likes.waitMs - 1, 0, 0)).toEqual({ step: 'wait', until: likes.waitMs });
    expect(at(likes.waitMs, 0, 0)).toEqual(news);
    expect(at(likes.restMs - 1, 50, 60, 0)).toEqual({ step: 'wait', until: likes.restMs });
    expect(at(likes.restMs, 50, 60, 0)).toEqual(news);
  });

  it('never reminds of the same likes', () => {
    expect(at(9 * likes.restMs, 0, 100, 100)).toEqual(none);
    expect(at(9 * likes.restMs, 0, 101, 100)).toEqual(news);
  });
});

it('says a name so that no mail program makes a link of it', () => {
  expect(unlinked('www.evil.com')).toBe('www.\u200Bevil.\u200Bcom');
  expect(unlinked('J. Doe')).toBe('J. Doe');
  expect(unlinked('Mara')).toBe('Mara');
});
