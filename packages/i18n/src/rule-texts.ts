import type { ReportReason } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';

/** The rule of each report reason, for the page of a case and for the page about bans. */
export const RULE_TEXTS = {
  wrong_age: /*i18n*/ {
    id: 'rule.wrong_age',
    message: 'Everybody here is an adult and gives their real age.',
  },
  impersonation: /*i18n*/ {
    id: 'rule.impersonation',
    message: 'A profile shows the person it belongs to, with their own name and pictures.',
  },
  scam: /*i18n*/ { id: 'rule.scam', message: 'Nobody may ask others for money, gifts or bank details.' },
  harassment: /*i18n*/ {
    id: 'rule.harassment',
    message: 'Nobody may threaten, insult or pester others.',
  },
  sexual_content: /*i18n*/ {
    id: 'rule.sexual_content',
    message: 'Sexual words and pictures need the other person’s yes.',
  },
  hate: /*i18n*/ { id: 'rule.hate', message: 'Nobody may be attacked for who they are.' },
  spam: /*i18n*/ { id: 'rule.spam', message: 'No advertising, and no messages sent to many people.' },
  other: /*i18n*/ { id: 'rule.other', message: 'What the law forbids is not allowed here either.' },
} as const satisfies Record<ReportReason, MessageDescriptor>;
