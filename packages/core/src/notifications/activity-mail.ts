import { type MailOffKind, unlinked } from '@heartline/domain';
import { MAIL_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { MailMessage } from '@heartline/platform';
import type { OutgoingMail } from '../accounts/index.ts';
import { absentOf, type Item, readNews } from './activity-news.ts';
import { type MailContent, mailHtml, mailText } from './mail-layout.ts';
import { mailOffUrl } from './mail-off.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { LIKES_WORDS, numberText, UNREAD_WORDS } from './number-text.ts';
import { wantedBy } from './pending-mails.ts';

/** Mails about news while the member was away. */
export const ACTIVITY_TEMPLATES = {
  'unread-messages': 'messages',
  'unread-reminder': 'reminders',
  'new-likes': 'likes',
} as const satisfies Record<string, MailOffKind>;
export type ActivityTemplate = keyof typeof ACTIVITY_TEMPLATES;

type Text = keyof typeof MAIL_TEXTS;

const UNREAD = {
  words: UNREAD_WORDS,
  button: 'unreadButton',
  note: 'unreadNote',
  path: '/chats',
} as const;
const LIKES = {
  words: LIKES_WORDS,
  button: 'likesButton',
  note: 'likesNote',
  path: '/likes',
} as const;

/** Names in a mail; the other people are counted. */
const NAMED = 3;

/**
 * A mail about the current unseen news: counts, and names unless the member chose discretion. It always says
 * which profiles are fictional. `unwanted` once everything was seen, or if the member wants no such mail.
 */
export async function activityMail(
  context: NotificationsContext,
  {
    member,
    to,
    name,
    template,
    site,
  }: Pick<OutgoingMail, 'member' | 'to' | 'name' | 'site'> & {
    template: ActivityTemplate;
  },
): Promise<MailMessage | 'unwanted'> {
  const kind = ACTIVITY_TEMPLATES[template];
  const absent = await absentOf(context, member);
  if (!absent) return 'unwanted';
  const items = wantedBy(
    absent,
    kind,
    await readNews(context, absent, kind === 'likes' ? 'likes' : 'messages'),
  );
  if (items.length === 0) return 'unwanted';
  const { settings } = await context.site.settingsOf(site);
  const { language } = absent.account;
  const recipe = kind === 'likes' ? LIKES : UNREAD;
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const say = (text: Text, values = {}) =>
    serverText(language, MAIL_TEXTS[text], { site: settings.name, name, count, ...values });
  const text = numberText(language, recipe.words, items);
  const url = mailOffUrl(context, member, kind);
  const content: MailContent = {
    site: settings.name,
    language,
    title: say('hello'),
    text: absent.settings.discreet_push
      ? say('sentence', { text })
      : say('unreadFrom', { text, people: peopleOf(items, language, say) }),
    button: { label: say(recipe.button), url: `${context.config.publicOrigin}${recipe.path}` },
    note: say(recipe.note),
    linkNote: say('linkNote'),
    reason: say('memberReason'),
    off: { label: say('offLink'), url },
  };
  return {
    to,
    subject: text,
    text: mailText(content),
    html: mailHtml(content),
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** The first few people by name, fictional ones marked, and the number of the others. */
function peopleOf(
  items: readonly Item[],
  language: string,
  say: (text: Text, values?: object) => string,
): string {
  const names = items
    .slice(0, NAMED)
    .map(({ profile: { name, fictional } }) =>
      fictional ? say('fictionalName', { name: unlinked(name) }) : unlinked(name),
    );
  const others = items.length - names.length;
  const all = others > 0 ? [...names, say('others', { count: others })] : names;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(all);
}
