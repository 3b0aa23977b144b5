import type { Notifications } from '@heartline/contracts';
import { DEFAULT_NOTIFICATIONS, emailSources } from '@heartline/domain';
import { expect, it } from 'vitest';
import { applyChange } from './apply-change.ts';

const known: Notifications = {
  settings: DEFAULT_NOTIFICATIONS,
  email_sources: emailSources(DEFAULT_NOTIFICATIONS, 'a@b.example'),
  notifications_disabled: [],
};

it('changes only the given fields, and the sources that follow from them', () => {
  const changed = applyChange(known, { email: { news: true }, push: { like: false } });
  expect(changed.settings.push).toEqual({ ...DEFAULT_NOTIFICATIONS.push, like: false });
  expect(changed.settings.email).toEqual({ ...DEFAULT_NOTIFICATIONS.email, news: true });
  expect(changed.email_sources.map(({ enabled, from }) => [enabled, from])).toEqual([
    [true, 'a@b.example'],
    [true, 'a@b.example'],
    [true, 'a@b.example'],
  ]);
  expect(changed.settings.discreet_push).toBe(true);
});

it('tells omitted quiet hours from removed ones', () => {
  const quiet_hours = { from: '22:00', to: '07:00', time_zone: 'UTC' };
  const quiet = applyChange(known, { quiet_hours });
  expect(quiet.settings.quiet_hours).toEqual(quiet_hours);
  expect(applyChange(quiet, { discreet_push: false }).settings.quiet_hours).toEqual(quiet_hours);
  expect(applyChange(quiet, { quiet_hours: null }).settings.quiet_hours).toBeNull();
});
