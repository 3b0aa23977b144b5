import type { MessageDescriptor } from '@lingui/core';

/** Words of the mails we send. Plain and warm: what happened, one button, no tricks (look, “Words”). */
export const MAIL_TEXTS = {
  activationSubject: /*i18n*/ {
    id: 'mail.activation.subject',
    message: 'Confirm your e-mail address for {site}',
  },
  activationTitle: /*i18n*/ { id: 'mail.activation.title', message: 'Welcome, {name}' },
  activationText: /*i18n*/ {
    id: 'mail.activation.text',
    message:
      'One press confirms that this address is yours, and your account is active. {credits, plural, one {# credit is} other {# credits are}} waiting for your first messages.',
  },
  activationButton: /*i18n*/ { id: 'mail.activation.button', message: 'Activate my account' },
  activationNote: /*i18n*/ {
    id: 'mail.activation.note',
    message:
      'The link works once, for {hours, plural, one {# hour} other {# hours}}. If you did not sign up, you need not do anything: without this step the account never becomes active.',
  },
  linkNote: /*i18n*/ {
    id: 'mail.link',
    message: 'If the button does not work, open this address in your browser:',
  },
  signupReason: /*i18n*/ {
    id: 'mail.reason.signup',
    message: 'You get this mail because somebody signed up at {site} with this address.',
  },
} as const satisfies Record<string, MessageDescriptor>;
