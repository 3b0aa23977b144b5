import type { ReportReason } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';

/** The rule of each report reason, for the page of a case and for the page about bans. */
export const RULE_TEXTS = {
  wrong_age: /*i18n*/ {
    id: 'rule.wrong_age',
    message: 'Everyone here is an adult and gives their real age.',
  },
  impersonation: /*i18n*/ {
    id: 'rule.impersonation',
    message: 'A profile shows the person it belongs to, with their own name and photos.',
  },
  scam: /*i18n*/ { id: 'rule.scam', message: 'Don’t ask others for money, gifts or bank details.' },
  harassment: /*i18n*/ {
    id: 'rule.harassment',
    message: 'Don’t threaten, insult or pester others.',
  },
  sexual_content: /*i18n*/ {
    id: 'rule.sexual_content',
    message: 'Only send sexual messages or pictures if the other person has said yes.',
  },
  hate: /*i18n*/ { id: 'rule.hate', message: 'Don’t attack anyone for who they are.' },
  spam: /*i18n*/ { id: 'rule.spam', message: 'No advertising and no mass messages.' },
  other: /*i18n*/ { id: 'rule.other', message: 'Anything illegal is not allowed here.' },
} as const satisfies Record<ReportReason, MessageDescriptor>;
