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
      'Confirm your address to activate your account. {credits, plural, one {# free credit is} other {# free credits are}} waiting for your first messages.',
  },
  activationButton: /*i18n*/ { id: 'mail.activation.button', message: 'Activate my account' },
  activationNote: /*i18n*/ {
    id: 'mail.activation.note',
    message:
      'The link works once, for {hours, plural, one {# hour} other {# hours}}. Didn’t sign up? Then ignore this e-mail: the account won’t be activated.',
  },
  linkNote: /*i18n*/ {
    id: 'mail.link',
    message: 'If the button doesn’t work, open this address in your browser:',
  },
  signupReason: /*i18n*/ {
    id: 'mail.reason.signup',
    message: 'You’re getting this e-mail because someone signed up at {site} with this address.',
  },
  memberReason: /*i18n*/ {
    id: 'mail.reason.member',
    message: 'You’re getting this e-mail because you have an account at {site}.',
  },
  refundSubject: /*i18n*/ { id: 'mail.refund.subject', message: 'Your refund from {site}: {amount}' },
  refundTitle: /*i18n*/ { id: 'mail.refund.title', message: '{amount} is on its way back' },
  refundText: /*i18n*/ {
    id: 'mail.refund.text',
    message:
      'On {date} we refunded {credits, plural, one {# unused credit} other {# unused credits}}. {amount} goes back to where you paid from; your bank may take a few days.',
  },
  refundCreditNote: /*i18n*/ {
    id: 'mail.refund.creditNote',
    message: 'Credit note {number} for payment {payment}. Keep this e-mail for your records.',
  },
  orderSubject: /*i18n*/ { id: 'mail.order.subject', message: 'Order confirmation {number}' },
  orderTitle: /*i18n*/ { id: 'mail.order.title', message: 'Thanks for your order' },
  orderText: /*i18n*/ {
    id: 'mail.order.text',
    message:
      'You bought {credits, plural, one {# credit} other {# credits}} for {amount}. They’re in your account. This e-mail confirms your contract: keep it.',
  },
  orderButton: /*i18n*/ { id: 'mail.order.button', message: 'See my receipt' },
  orderNote: /*i18n*/ {
    id: 'mail.order.note',
    message: 'The terms of {date} apply to this order. They’re attached as a file.',
  },
  refundButton: /*i18n*/ { id: 'mail.refund.button', message: 'See my statement' },
  refundNote: /*i18n*/ {
    id: 'mail.refund.note',
    message: 'Receipt for payment {payment}. Keep this e-mail for your records.',
  },
  withdrawalSubject: /*i18n*/ {
    id: 'mail.withdrawal.subject',
    message: 'We’ve received your withdrawal at {site}',
  },
  withdrawalTitle: /*i18n*/ { id: 'mail.withdrawal.title', message: 'You’ve withdrawn from your contract' },
  withdrawalText: /*i18n*/ {
    id: 'mail.withdrawal.text',
    message:
      '{name}, your statement arrived on {moment}: you withdraw from your purchase of {bought}, payment {payment}. {credits, plural, one {# unused credit leaves} other {# unused credits leave}} your account, and {amount} goes back to where you paid from.',
  },
  withdrawalButton: /*i18n*/ { id: 'mail.withdrawal.button', message: 'See my withdrawals' },
  withdrawalNote: /*i18n*/ {
    id: 'mail.withdrawal.note',
    message:
      'This is your acknowledgement of receipt. Keep it for your records. We’ll e-mail you again when we’ve sent the money.',
  },
  bouncedSubject: /*i18n*/ { id: 'mail.bounced.subject', message: 'Your refund from {site} came back' },
  bouncedTitle: /*i18n*/ { id: 'mail.bounced.title', message: '{amount} couldn’t be paid out' },
  bouncedText: /*i18n*/ {
    id: 'mail.bounced.text',
    message:
      'The bank sent the money for payment {payment} back to us. {credits, plural, one {# credit is} other {# credits are}} in your account again. You still have a right to your money.',
  },
  bouncedNote: /*i18n*/ {
    id: 'mail.bounced.note',
    message:
      'This usually means that a card or account was closed. Withdraw again, or contact us to get the money another way.',
  },
  refundFailedSubject: /*i18n*/ {
    id: 'mail.refundFailed.subject',
    message: 'We couldn’t send your refund from {site}',
  },
  refundFailedText: /*i18n*/ {
    id: 'mail.refundFailed.text',
    message:
      'Our payment provider didn’t send the money for payment {payment}. {credits, plural, one {# credit is} other {# credits are}} in your account again. You still have a right to your money.',
  },
  refundFailedNote: /*i18n*/ {
    id: 'mail.refundFailed.note',
    message: 'We’re looking into it. Withdraw again, or contact us to get the money another way.',
  },
  takenTitle: /*i18n*/ { id: 'mail.taken.title', message: 'Your statement has arrived' },
  takenText: /*i18n*/ {
    id: 'mail.taken.text',
    message:
      'Your withdrawal reached us on {moment}, for the purchase with receipt number {number}. A person will look up the purchase and answer you by e-mail.',
  },
  takenButton: /*i18n*/ { id: 'mail.taken.button', message: 'Contact us' },
  takenNote: /*i18n*/ {
    id: 'mail.taken.note',
    message: 'This is your acknowledgement of receipt. Keep it for your records. The time above counts.',
  },
  resetSubject: /*i18n*/ { id: 'mail.reset.subject', message: 'A new password for {site}' },
  resetTitle: /*i18n*/ { id: 'mail.reset.title', message: 'Choose a new password' },
  resetText: /*i18n*/ {
    id: 'mail.reset.text',
    message:
      'Someone asked for a new password for your account. If that was you, choose one here. You’ll be logged out on all devices.',
  },
  resetButton: /*i18n*/ { id: 'mail.reset.button', message: 'Choose a new password' },
  resetNote: /*i18n*/ {
    id: 'mail.reset.note',
    message:
      'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. Wasn’t you? Then ignore this e-mail: your password stays the same.',
  },
  passwordChangedSubject: /*i18n*/ {
    id: 'mail.passwordChanged.subject',
    message: 'Your password for {site} was changed',
  },
  passwordChangedTitle: /*i18n*/ { id: 'mail.passwordChanged.title', message: 'Your password was changed' },
  passwordChangedText: /*i18n*/ {
    id: 'mail.passwordChanged.text',
    message:
      'Your account has a new password, and you’ve been logged out on all other devices. If that was you, there’s nothing to do.',
  },
  passwordChangedButton: /*i18n*/ {
    id: 'mail.passwordChanged.button',
    message: 'It wasn’t me',
  },
  passwordChangedNote: /*i18n*/ {
    id: 'mail.passwordChanged.note',
    message: 'Use the button to set another password. The link will only be sent to this address.',
  },
  emailChangeSubject: /*i18n*/ {
    id: 'mail.emailChange.subject',
    message: 'Confirm your new e-mail address for {site}',
  },
  emailChangeTitle: /*i18n*/ { id: 'mail.emailChange.title', message: 'Is this your new address?' },
  emailChangeText: /*i18n*/ {
    id: 'mail.emailChange.text',
    message: 'Confirm to switch your account to this e-mail address. Until then, nothing changes.',
  },
  emailChangeButton: /*i18n*/ { id: 'mail.emailChange.button', message: 'Confirm address' },
  emailChangeNote: /*i18n*/ {
    id: 'mail.emailChange.note',
    message:
      'The link works once, for {hours, plural, one {# hour} other {# hours}}. If you didn’t ask for it, ignore this e-mail.',
  },
  emailChangeReason: /*i18n*/ {
    id: 'mail.reason.emailChange',
    message: 'You’re getting this e-mail because someone entered this address at {site}.',
  },
  emailChangedSubject: /*i18n*/ {
    id: 'mail.emailChanged.subject',
    message: 'Your e-mail address at {site} was changed',
  },
  emailChangedTitle: /*i18n*/ { id: 'mail.emailChanged.title', message: 'Your e-mail address was changed' },
  emailChangedText: /*i18n*/ {
    id: 'mail.emailChanged.text',
    message:
      'From now on, we’ll write to your new address, and you log in with it. If you changed it yourself, there’s nothing to do.',
  },
  emailChangedButton: /*i18n*/ { id: 'mail.emailChanged.button', message: 'It wasn’t me' },
  emailChangedNote: /*i18n*/ {
    id: 'mail.emailChanged.note',
    message: 'Use the button to contact us. We’ll look into it right away.',
  },
  caseSubject: /*i18n*/ { id: 'mail.case.subject', message: 'News about a report at {site}' },
  caseTitle: /*i18n*/ { id: 'mail.case.title', message: 'There’s news, {name}' },
  caseText: /*i18n*/ {
    id: 'mail.case.text',
    message:
      'We’ve looked into a report you made or one about you. See what we found, which rule applies and why we decided.',
  },
  caseButton: /*i18n*/ { id: 'mail.case.button', message: 'See the decision' },
  caseNote: /*i18n*/ {
    id: 'mail.case.note',
    message: 'If you disagree, you can complain there for free. Someone else will look at it again.',
  },
  deletedSubject: /*i18n*/ { id: 'mail.deleted.subject', message: 'Your account at {site} is being deleted' },
  deletedTitle: /*i18n*/ { id: 'mail.deleted.title', message: 'Goodbye, {name}' },
  deletedText: /*i18n*/ {
    id: 'mail.deleted.text',
    message:
      'Your profile is hidden. On {date}, everything is erased for good: photos, messages, likes and any credits you have left.',
  },
  deletedButton: /*i18n*/ { id: 'mail.deleted.button', message: 'Restore my account' },
  deletedNote: /*i18n*/ {
    id: 'mail.deleted.note',
    message: 'Until then, the link restores everything as it was. After that no one can, not even us.',
  },
  unreadFrom: /*i18n*/ { id: 'mail.unread.from', message: '{text}: from {people}.' },
  unreadButton: /*i18n*/ { id: 'mail.unread.button', message: 'Read my messages' },
  unreadNote: /*i18n*/ {
    id: 'mail.unread.note',
    message: 'We e-mail you once when messages have been waiting, not for each one.',
  },
  likesButton: /*i18n*/ { id: 'mail.likes.button', message: 'See who likes me' },
  likesNote: /*i18n*/ { id: 'mail.likes.note', message: 'We e-mail you about likes once a day at most.' },
  hello: /*i18n*/ { id: 'mail.hello', message: 'Hello {name}' },
  sentence: /*i18n*/ { id: 'mail.sentence', message: '{text}.' },
  fictionalName: /*i18n*/ { id: 'mail.name.fictional', message: '{name} (fictional profile)' },
  others: /*i18n*/ { id: 'mail.others', message: '{count, plural, one {# other} other {# others}}' },
  offLink: /*i18n*/ { id: 'mail.off.link', message: 'Stop these e-mails' },
  offTitle: /*i18n*/ { id: 'mail.off.title', message: 'Turn off these e-mails?' },
  offMessages: /*i18n*/ {
    id: 'mail.off.messages',
    message: 'We won’t e-mail you about new messages any more. Nothing else changes.',
  },
  offReminders: /*i18n*/ {
    id: 'mail.off.reminders',
    message: 'We won’t e-mail you reminders of unread messages any more. Nothing else changes.',
  },
  offLikes: /*i18n*/ {
    id: 'mail.off.likes',
    message: 'We won’t e-mail you about new likes any more. Nothing else changes.',
  },
  offButton: /*i18n*/ { id: 'mail.off.button', message: 'Turn off' },
  offDone: /*i18n*/ { id: 'mail.off.done', message: 'These e-mails are off' },
  offDoneText: /*i18n*/ {
    id: 'mail.off.doneText',
    message: 'You won’t get these any more. You can turn them back on in your settings at any time.',
  },
  offSettings: /*i18n*/ { id: 'mail.off.settings', message: 'Go to settings' },
} as const satisfies Record<string, MessageDescriptor>;
