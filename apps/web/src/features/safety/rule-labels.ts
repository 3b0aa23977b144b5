import type { CaseOutcome, ReportReason } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The rule of each report reason. */
export const RULE_LABELS: Record<ReportReason, MessageDescriptor> = {
  wrong_age: msg`Everybody here is an adult and gives their real age.`,
  impersonation: msg`A profile shows the person it belongs to, with their own name and pictures.`,
  scam: msg`Nobody may ask others for money, gifts or bank details.`,
  harassment: msg`Nobody may threaten, insult or pester others.`,
  sexual_content: msg`Sexual words and pictures need the other person’s yes.`,
  hate: msg`Nobody may be attacked for who they are.`,
  spam: msg`No advertising, and no messages sent to many people.`,
  other: msg`What the law forbids is not allowed here either.`,
};

/** The outcomes of a decision, as either side reads them. */
export const OUTCOME_LABELS: Record<CaseOutcome, MessageDescriptor> = {
  no_action: msg`We found no breach of our rules.`,
  warning: msg`The rule was broken, and a warning was given.`,
  suspended: msg`The account was suspended.`,
  removed_as_fake: msg`The profile was removed as a fake; the credits for messages to it came back.`,
};
