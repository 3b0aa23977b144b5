import type { MessageDescriptor } from '@lingui/core';

/** Texts of mails. Plain and warm: what happened, one button, no tricks (look, “Words”). */
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
  memberReason: /*i18n*/ {
    id: 'mail.reason.member',
    message: 'You get this mail because you have an account at {site}.',
  },
  refundSubject: /*i18n*/ { id: 'mail.refund.subject', message: 'Your refund from {site}: {amount}' },
  refundTitle: /*i18n*/ { id: 'mail.refund.title', message: '{amount} is on its way back' },
  refundText: /*i18n*/ {
    id: 'mail.refund.text',
    message:
      'On {date} we refunded {credits, plural, one {# unused credit} other {# unused credits}}. {amount} goes back to where you paid from; your bank may take a few days.',
  },
  refundButton: /*i18n*/ { id: 'mail.refund.button', message: 'See my statement' },
  refundNote: /*i18n*/ {
    id: 'mail.refund.note',
    message: 'Receipt for payment {payment}. Keep this mail if you need it for your records.',
  },
  resetSubject: /*i18n*/ { id: 'mail.reset.subject', message: 'A new password for {site}' },
  resetTitle: /*i18n*/ { id: 'mail.reset.title', message: 'Choose a new password' },
  resetText: /*i18n*/ {
    id: 'mail.reset.text',
    message:
      'Somebody asked for a new password for your account. If that was you, choose one here. All your devices will be signed out.',
  },
  resetButton: /*i18n*/ { id: 'mail.reset.button', message: 'Choose a new password' },
  resetNote: /*i18n*/ {
    id: 'mail.reset.note',
    message:
      'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. If it was not you, you need not do anything: your password stays as it is.',
  },
  passwordChangedSubject: /*i18n*/ {
    id: 'mail.passwordChanged.subject',
    message: 'Your password for {site} was changed',
  },
  passwordChangedTitle: /*i18n*/ { id: 'mail.passwordChanged.title', message: 'Your password was changed' },
  passwordChangedText: /*i18n*/ {
    id: 'mail.passwordChanged.text',
    message:
      'Your account has a new password, and every other device was signed out. If that was you, all is well.',
  },
  passwordChangedButton: /*i18n*/ {
    id: 'mail.passwordChanged.button',
    message: 'It was not me',
  },
  passwordChangedNote: /*i18n*/ {
    id: 'mail.passwordChanged.note',
    message:
      'The button leads to a page where you can ask for another password, which only reaches this address.',
  },
  emailChangeSubject: /*i18n*/ {
    id: 'mail.emailChange.subject',
    message: 'Confirm your new e-mail address for {site}',
  },
  emailChangeTitle: /*i18n*/ { id: 'mail.emailChange.title', message: 'Is this your new address?' },
  emailChangeText: /*i18n*/ {
    id: 'mail.emailChange.text',
    message:
      'With one press your account changes to this e-mail address. Until then everything stays as it is.',
  },
  emailChangeButton: /*i18n*/ { id: 'mail.emailChange.button', message: 'Confirm address' },
  emailChangeNote: /*i18n*/ {
    id: 'mail.emailChange.note',
    message:
      'The link works once, for {hours, plural, one {# hour} other {# hours}}. If you did not ask for it, you need not do anything.',
  },
  emailChangeReason: /*i18n*/ {
    id: 'mail.reason.emailChange',
    message: 'You get this mail because somebody entered this address at {site}.',
  },
  emailChangedSubject: /*i18n*/ {
    id: 'mail.emailChanged.subject',
    message: 'Your e-mail address at {site} was changed',
  },
  emailChangedTitle: /*i18n*/ { id: 'mail.emailChanged.title', message: 'Your e-mail address was changed' },
  emailChangedText: /*i18n*/ {
    id: 'mail.emailChanged.text',
    message:
      'From now on we write to the new address of your account, and you log in with that one. If you changed it yourself, all is well.',
  },
  emailChangedButton: /*i18n*/ { id: 'mail.emailChanged.button', message: 'It was not me' },
  emailChangedNote: /*i18n*/ {
    id: 'mail.emailChanged.note',
    message: 'The button shows how to reach us. Tell us, and we’ll look into it at once.',
  },
  caseSubject: /*i18n*/ { id: 'mail.case.subject', message: 'News about a report at {site}' },
  caseTitle: /*i18n*/ { id: 'mail.case.title', message: 'There is news, {name}' },
  caseText: /*i18n*/ {
    id: 'mail.case.text',
    message:
      'We have looked into a report you made, or one about you. What we found, which rule applies and why we decided so is on its page.',
  },
  caseButton: /*i18n*/ { id: 'mail.case.button', message: 'See the decision' },
  caseNote: /*i18n*/ {
    id: 'mail.case.note',
    message: 'You can disagree there, free of charge, and somebody else will look at it again.',
  },
  deletedSubject: /*i18n*/ { id: 'mail.deleted.subject', message: 'Your account at {site} is being deleted' },
  deletedTitle: /*i18n*/ { id: 'mail.deleted.title', message: 'Goodbye, {name}' },
  deletedText: /*i18n*/ {
    id: 'mail.deleted.text',
    message:
      'Nobody can see your profile any more. On {date} everything is erased for good: photos, messages, likes, and the credits you have left.',
  },
  deletedButton: /*i18n*/ { id: 'mail.deleted.button', message: 'I want my account back' },
  deletedNote: /*i18n*/ {
    id: 'mail.deleted.note',
    message: 'Until that day the link brings everything back as it was. After it nobody can, not even we.',
  },
  unreadFrom: /*i18n*/ { id: 'mail.unread.from', message: '{text}: from {people}.' },
  unreadButton: /*i18n*/ { id: 'mail.unread.button', message: 'Read my messages' },
  unreadNote: /*i18n*/ {
    id: 'mail.unread.note',
    message: 'We write once when messages have waited for a while, not for each of them.',
  },
  likesButton: /*i18n*/ { id: 'mail.likes.button', message: 'See who likes me' },
  likesNote: /*i18n*/ { id: 'mail.likes.note', message: 'We write of likes once a day at most.' },
  hello: /*i18n*/ { id: 'mail.hello', message: 'Hello {name}' },
  sentence: /*i18n*/ { id: 'mail.sentence', message: '{text}.' },
  fictionalName: /*i18n*/ { id: 'mail.name.fictional', message: '{name} (fictional profile)' },
  others: /*i18n*/ { id: 'mail.others', message: '{count, plural, one {# other} other {# others}}' },
  offLink: /*i18n*/ { id: 'mail.off.link', message: 'No more mails of this kind' },
  offTitle: /*i18n*/ { id: 'mail.off.title', message: 'Turn these mails off?' },
  offMessages: /*i18n*/ {
    id: 'mail.off.messages',
    message: 'We will no longer mail you about new messages. Nothing else changes.',
  },
  offReminders: /*i18n*/ {
    id: 'mail.off.reminders',
    message: 'We will no longer remind you by mail of unread messages. Nothing else changes.',
  },
  offLikes: /*i18n*/ {
    id: 'mail.off.likes',
    message: 'We will no longer mail you about new likes. Nothing else changes.',
  },
  offButton: /*i18n*/ { id: 'mail.off.button', message: 'Turn them off' },
  offDone: /*i18n*/ { id: 'mail.off.done', message: 'These mails are off' },
  offDoneText: /*i18n*/ {
    id: 'mail.off.doneText',
    message: 'You get no more of them. In the settings you can turn them on again at any time.',
  },
  offSettings: /*i18n*/ { id: 'mail.off.settings', message: 'To the settings' },
} as const satisfies Record<string, MessageDescriptor>;
