import type { Profile } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The time since a person was last online, in bands that do not give the exact time. */
export const LAST_SEEN: Record<NonNullable<Profile['last_active']>, MessageDescriptor> = {
  today: msg`Active today`,
  week: msg`Active this week`,
  month: msg`Active this month`,
  longer: msg`Not active recently`,
};
