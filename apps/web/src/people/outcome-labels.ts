import type { CaseOutcome } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The outcomes of a decision, as either side reads them. */
export const OUTCOME_LABELS: Record<CaseOutcome, MessageDescriptor> = {
  no_action: msg`We found no breach of our rules.`,
  warning: msg`The rule was broken. We gave a warning.`,
  suspended: msg`The account was suspended.`,
  removed_as_fake: msg`The profile was removed as a fake. Credits for messages to it were returned.`,
};
