import type { TextPattern, VisitorPage } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';

/** Landers have words of their own; search engines never list them. */
const LANDER = {
  title: /*i18n*/ { id: 'page.home.title', message: 'Meet someone worth talking to' },
  description: /*i18n*/ {
    id: 'page.lander.description',
    message: 'Join free and find someone to talk to. For people aged {age} and over.',
  },
};

/** Title and description of each page for visitors, for the head of the served page, search engines and previews. */
export const PAGE_HEADS = {
  '/': {
    title: /*i18n*/ { id: 'page.home.title', message: 'Meet someone worth talking to' },
    description: /*i18n*/ {
      id: 'page.home.description',
      message:
        'Find people near you, see what they have to say and write to the ones you like. Joining is free. You pay for messages, never for a subscription.',
    },
  },
  '/complaints': {
    title: /*i18n*/ { id: 'page.complaints.title', message: 'Reports and complaints' },
    description: /*i18n*/ {
      id: 'page.complaints.description',
      message: 'How to report illegal content or a wrong decision, and how we answer.',
    },
  },
  '/login': {
    title: /*i18n*/ { id: 'page.login.title', message: 'Log in' },
    description: /*i18n*/ { id: 'page.login.description', message: 'Log in to your account.' },
  },
  '/landers/$lander': LANDER,
  '/landers/$lander/$campaign': LANDER,
  '/members/$id/landing': LANDER,
  '/members/$id/landing2': LANDER,
  '/members/$id/landing2/$campaign': LANDER,
  '/members/$id/landing3': LANDER,
  '/members/$id/landing3/$campaign': LANDER,
  '/pricing': {
    title: /*i18n*/ { id: 'page.pricing.title', message: 'Pricing' },
    description: /*i18n*/ {
      id: 'page.pricing.description',
      message: 'What credits cost, how you can pay, and how you get your money back. No subscription.',
    },
  },
  '/signup': {
    title: /*i18n*/ { id: 'page.signup.title', message: 'Sign up' },
    description: /*i18n*/ {
      id: 'page.signup.description',
      message: 'Sign up for free with your e-mail address. For people aged {age} and over.',
    },
  },
  '/swipe-game': {
    title: /*i18n*/ { id: 'page.swipe.title', message: 'Swipe game' },
    description: /*i18n*/ {
      id: 'page.swipe.description',
      message: 'Swipe through some profiles before you sign up.',
    },
  },
  '/withdraw': {
    title: /*i18n*/ { id: 'page.withdraw.title', message: 'Withdraw from contract here' },
    description: /*i18n*/ {
      id: 'page.withdraw.description',
      message: 'Withdraw from a purchase with your receipt number and e-mail address. No login needed.',
    },
  },
} as const satisfies Record<
  Exclude<VisitorPage, TextPattern>,
  { title: MessageDescriptor; description: MessageDescriptor }
>;
