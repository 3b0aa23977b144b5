import type { MessageDescriptor } from '@lingui/core';

/** Texts of mails about transfers, direct debits, and money that a bank took back. Discreet: no subject names the site. */
export const MONEY_MAIL_TEXTS = {
  settleButton: /*i18n*/ { id: 'mail.settle', message: 'Settle' },
  paymentButton: /*i18n*/ { id: 'mail.payment.button', message: 'See my payment' },
  factAmount: /*i18n*/ { id: 'mail.fact.amount', message: 'Amount' },
  factHolder: /*i18n*/ { id: 'mail.fact.holder', message: 'Account holder' },
  factReference: /*i18n*/ { id: 'mail.fact.reference', message: 'Reference' },
  factUntil: /*i18n*/ { id: 'mail.fact.until', message: 'We wait until' },
  factDebitDay: /*i18n*/ { id: 'mail.fact.debitDay', message: 'Day of the debit' },
  transferSubject: /*i18n*/ { id: 'mail.transfer.subject', message: 'Details for your bank transfer' },
  transferTitle: /*i18n*/ { id: 'mail.transfer.title', message: 'Transfer {amount}' },
  transferText: /*i18n*/ {
    id: 'mail.transfer.text',
    message:
      'You ordered {credits, plural, one {# credit} other {# credits}}. We’ll add them once the money arrives, usually within one working day.',
  },
  transferNote: /*i18n*/ {
    id: 'mail.transfer.note',
    message:
      'Use exactly this reference and this account holder. The account belongs to our payment partner, not to us, and your bank compares the holder’s name with it.',
  },
  mandateSubject: /*i18n*/ { id: 'mail.mandate.subject', message: 'Your direct debit of {amount}' },
  mandateTitle: /*i18n*/ { id: 'mail.mandate.title', message: 'We’ll debit {amount}' },
  mandateText: /*i18n*/ {
    id: 'mail.mandate.text',
    message:
      'You ordered {credits, plural, one {# credit} other {# credits}} by direct debit. We collect the money on the day below, so keep it ready in your account. The mandate follows at the end of this e-mail: keep it.',
  },
  mandateNote: /*i18n*/ {
    id: 'mail.mandate.note',
    message:
      'Your bank statement shows the debit with the mandate reference. Your bank refunds it within 8 weeks if you ask.',
  },
  returnedSubject: /*i18n*/ { id: 'mail.returned.subject', message: 'About your order of {bought}' },
  returnedTitle: /*i18n*/ { id: 'mail.returned.title', message: 'Your bank returned {amount}' },
  returnedText: /*i18n*/ {
    id: 'mail.returned.text',
    message:
      'Your bank returned the direct debit for your order. {credits, plural, =0 {No credits had been added for it.} one {We took # credit back.} other {We took # credits back.}}',
  },
  disputeSubject: /*i18n*/ { id: 'mail.dispute.subject', message: 'About your payment of {bought}' },
  disputeTitle: /*i18n*/ { id: 'mail.dispute.title', message: 'Your bank took {amount} back' },
  disputeText: /*i18n*/ {
    id: 'mail.dispute.text',
    message:
      'The payment for your order was disputed, and your bank took the money back. {credits, plural, =0 {Your credits stay as they are.} one {We took # credit back.} other {We took # credits back.}}',
  },
  disputeNote: /*i18n*/ {
    id: 'mail.dispute.note',
    message: 'Don’t recognise this? Contact us, and we’ll look into it with you.',
  },
  openText: /*i18n*/ {
    id: 'mail.open.text',
    message:
      '{debt, plural, one {# credit that you’ve used already is still open.} other {# credits that you’ve used already are still open.}} Choose a pack and pay in any way you like: it covers them first, and the rest is yours.',
  },
  openNote: /*i18n*/ { id: 'mail.open.note', message: 'Settled it already? Then ignore this e-mail.' },
  nothingOpenNote: /*i18n*/ {
    id: 'mail.nothingOpen.note',
    message: 'There’s nothing left to pay. You can order again in any other way.',
  },
  reminderSubject: /*i18n*/ {
    id: 'mail.reminder.subject',
    message: 'A reminder about your order of {bought}',
  },
  reminderTitle: /*i18n*/ { id: 'mail.reminder.title', message: 'Your order isn’t settled yet' },
  lastReminderNote: /*i18n*/ {
    id: 'mail.lastReminder.note',
    message:
      'This is our last reminder. Settled it already, or is something wrong? Contact us, and a person will answer.',
  },
  givenBackTitle: /*i18n*/ { id: 'mail.givenBack.title', message: 'Your payment of {amount} stands' },
  givenBackText: /*i18n*/ {
    id: 'mail.givenBack.text',
    message:
      'Your bank decided that the payment for your order stands. {credits, plural, =0 {What was still open is settled.} one {# credit is in your account again.} other {# credits are in your account again.}}',
  },
  givenBackNote: /*i18n*/ { id: 'mail.givenBack.note', message: 'There’s nothing you need to do.' },
} as const satisfies Record<string, MessageDescriptor>;
