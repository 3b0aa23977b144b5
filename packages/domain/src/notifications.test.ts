import { NOTIFICATION_TYPES, type NotificationSettings } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_NOTIFICATIONS, emailSources, isTimeZone, likeNews, quietUntil } from './notifications.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:30', time_zone: 'UTC' };

  it('hold from their first minute to the one before their last, over midnight', () => {
    expect(quietUntil(night, at('21:59:59.999'))).toBeUndefined();
    expect(quietUntil(night, at('22:00:00'))).toBe(at('07:30:00') + 86_400_000);
    expect(quietUntil(night, at('00:00:00'))).toBe(at('07:30:00'));
    expect(quietUntil(night, at('07:29:59.999'))).toBe(at('07:30:00'));
    expect(quietUntil(night, at('07:30:00'))).toBeUndefined();
  });

  it('hold within a day too, and not at all when both ends are the same', () => {
    const siesta = { from: '13:00', to: '15:00', time_zone: 'UTC' };
    expect(quietUntil(siesta, at('12:59:00'))).toBeUndefined();
    expect(quietUntil(siesta, at('13:00:30'))).toBe(at('15:00:00'));
    expect(quietUntil(siesta, at('15:00:00'))).toBeUndefined();
    expect(quietUntil({ ...night, to: '22:00' }, at('22:00:00'))).toBeUndefined();
    expect(quietUntil(null, at('23:00:00'))).toBeUndefined();
  });

  it('are those of the member’s own clock', () => {
    const warsaw = { ...night, time_zone: 'Europe/Warsaw' };
    expect(quietUntil(warsaw, at('21:00:00'))).toBe(at('06:30:00') + 86_400_000);
    expect(quietUntil(warsaw, at('20:59:00'))).toBeUndefined();
    const summer = Date.parse('2026-07-01T20:00:00Z');
    expect(quietUntil(warsaw, summer)).toBe(summer + 9.5 * 3_600_000);
    expect(quietUntil({ ...night, time_zone: 'Asia/Kathmandu' }, at('16:15:00'))).toBeDefined();
  });

  it.each([
    ['turned back', '2026-10-24T20:00Z', '2026-10-25T02:30Z', '2026-10-25T06:30Z'],
    ['put on', '2026-03-28T21:00Z', '2026-03-29T03:00Z', '2026-03-29T05:30Z'],
  ])('end once, when the clock says so, in a night in which it is %s', (_how, evening, later, end) => {
    const warsaw = { ...night, time_zone: 'Europe/Warsaw' };
    const ends = [evening, later].map((time) => quietUntil(warsaw, Date.parse(time)));
    expect(ends).toEqual([Date.parse(end), Date.parse(end)]);
  });

  it('end after the hour that is left out when their end falls into it', () => {
    const short = { from: '22:00', to: '02:30', time_zone: 'Europe/Warsaw' };
    const ends = quietUntil(short, Date.parse('2026-03-29T00:50Z'));
    // There is no half past two: at 03:00, summer time, it is over.
    expect(ends).toBeGreaterThanOrEqual(Date.parse('2026-03-29T01:00Z'));
    expect(quietUntil(short, ends ?? 0)).toBeUndefined();
  });
});

it('knows a time zone from a text', () => {
  expect(isTimeZone('Europe/Amsterdam')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});

describe('the default settings', () => {
  const notified = (channel: 'push' | 'email') =>
    NOTIFICATION_TYPES.filter((type) => DEFAULT_NOTIFICATIONS[channel][type]).toSorted();

  it('gets no advertising, by push or by mail, and hears of what concerns them', () => {
    expect(notified('push')).toEqual(['like', 'new_conversations', 'new_messages']);
    expect(notified('email')).toEqual([...notified('push'), 'reminders', 'unread_message_reminders']);
  });

  it('is pushed to without names and words, at any hour', () => {
    expect(DEFAULT_NOTIFICATIONS).toMatchObject({ discreet_push: true, quiet_hours: null });
  });
});

describe('sources of mail', () => {
  it('are the account (always on), activity, and offers (off by default)', () => {
    expect(emailSources(DEFAULT_NOTIFICATIONS, 'a@b.example')).toMatchObject([
      { source: 'account', required: true, enabled: true, from: 'a@b.example' },
      { source: 'activity', required: false, enabled: true },
      { source: 'offers', required: false, enabled: false },
    ]);
  });

  it('have every type once, and are on while one of their types is', () => {
    const sources = emailSources(DEFAULT_NOTIFICATIONS, '');
    expect(sources.flatMap(({ types }) => types).toSorted()).toEqual([...NOTIFICATION_TYPES].sort());
    const email: NotificationSettings['email'] = { ...DEFAULT_NOTIFICATIONS.email, news: true };
    expect(emailSources({ email }, '').map(({ enabled }) => enabled)).toEqual([true, true, true]);
    const none = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, false])) as typeof email;
    expect(emailSources({ email: none }, '').map(({ enabled }) => enabled)).toEqual([true, false, false]);
  });
});

describe('the notification of a like', () => {
  const like = (at: number, isNew = true) => ({ at, isNew });

  it('is nothing where none stands, or once it was looked at', () => {
    expect(likeNews({ received: null, given: null })).toBeUndefined();
    expect(likeNews({ received: null, given: { at: 1 } })).toBeUndefined();
    expect(likeNews({ received: like(5, false), given: null })).toBeUndefined();
    expect(likeNews({ received: like(5, false), given: { at: 1 } })).toBeUndefined();
  });

  it('is a like or its match, except for a match made by the member’s own later like', () => {
    expect(likeNews({ received: like(5), given: null })).toBe('like');
    expect(likeNews({ received: like(5), given: { at: 4 } })).toBe('match');
    expect(likeNews({ received: like(5), given: { at: 5 } })).toBe('match');
    expect(likeNews({ received: like(5), given: { at: 6 } })).toBeUndefined();
  });
});
