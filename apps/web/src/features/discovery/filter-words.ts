import type { Gender } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const GENDER_WORDS: Record<Gender, MessageDescriptor> = {
  female: msg`Women`,
  male: msg`Men`,
};
