import type { ReportReason } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The labels of the reasons of a report. */
export const REPORT_REASON_LABELS: Record<ReportReason, MessageDescriptor> = {
  wrong_age: msg`Wrong age, or too young`,
  impersonation: msg`Pretends to be someone else`,
  scam: msg`A scam, or asks for money`,
  harassment: msg`Harassment or threats`,
  sexual_content: msg`Unwanted sexual content`,
  hate: msg`Hate or discrimination`,
  spam: msg`Spam or advertising`,
  other: msg`Something else`,
};
