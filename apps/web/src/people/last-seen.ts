import type { Profile } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** How recently somebody was here, in bands that give no exact time away. */
export const LAST_SEEN: Record<NonNullable<Profile['last_active']>, MessageDescriptor> = {
  today: msg`Here today`,
  week: msg`Here this week`,
  month: msg`Here this month`,
  longer: msg`Not here for a while`,
};
