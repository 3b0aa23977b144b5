import { CONSTANTS, type Locale } from '@heartline/contracts';
import { MAIL_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { MailMessage } from '@heartline/platform';
import { type MailContent, mailHtml, mailText } from './mail-layout.ts';

/**
 * The mail that asks a new member to confirm the address. The link opens a page; only its button activates.
 */
export function activationMail(about: {
  to: string;
  name: string;
  language: Locale;
  site: string;
  credits: number;
  url: string;
}): MailMessage {
  const { to, name, language, site, credits, url } = about;
  const say = (text: keyof typeof MAIL_TEXTS, values: Record<string, string | number> = {}) =>
    serverText(language, MAIL_TEXTS[text], values);
  const content: MailContent = {
    site,
    language,
    title: say('activationTitle', { name }),
    text: say('activationText', { credits }),
    button: { label: say('activationButton'), url },
    note: say('activationNote', { hours: CONSTANTS.activationTokenHours }),
    linkNote: say('linkNote'),
    reason: say('signupReason', { site }),
  };
  return {
    to,
    subject: say('activationSubject', { site }),
    text: mailText(content),
    html: mailHtml(content),
  };
}
