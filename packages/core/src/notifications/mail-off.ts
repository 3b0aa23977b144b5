import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_OFF_PATH, ownChanged } from '@heartline/contracts';
import { MAIL_OFF_TYPES, type MailOffKind } from '@heartline/domain';
import type { NotificationsContext } from './notifications-context.ts';
import { writeSettings } from './settings.repository.ts';

const TOKEN = /^([0-9a-f]{24})\.([a-z]+)\.([\w-]{43})$/;

type Signing = Pick<NotificationsContext, 'config'>;

/**
 * The address that turns off mails of a kind for a member without a login (RFC 8058). It works as long as its
 * signing secret, since a member may find a mail years later. It can do nothing else.
 */
export function mailOffUrl({ config }: Signing, member: string, kind: MailOffKind): string {
  return `${config.publicOrigin}${MAIL_OFF_PATH}?t=${member}.${kind}.${signature(config.mediaSecret, member, kind)}`;
}

/** The member and the kind of mails of a token; undefined without a valid signature. */
export function readMailOff(
  { config }: Signing,
  token: string,
): { member: string; kind: MailOffKind } | undefined {
  const [, member, kind, given] = TOKEN.exec(token) ?? [];
  if (!member || !kind || !given || !isKind(kind)) return undefined;
  const isOurs = timingSafeEqual(
    Buffer.from(given),
    Buffer.from(signature(config.mediaSecret, member, kind)),
  );
  return isOurs ? { member, kind } : undefined;
}

/**
 * Turns off the mails of a link, like the switches of the settings page; false without a valid signature.
 * Safe to repeat.
 */
export async function turnMailOff(context: NotificationsContext, token: string): Promise<boolean> {
  const link = readMailOff(context, token);
  if (!link) return false;
  const { member, kind } = link;
  // Nothing is written for an erased account.
  if (!(await context.accounts.accountOf(member))) return true;
  const email = Object.fromEntries(MAIL_OFF_TYPES[kind].map((type) => [type, false]));
  await writeSettings(context.mongo, member, { email });
  context.settings.drop(member);
  await context.publisher.durable(member, ownChanged, {});
  return true;
}

function isKind(kind: string): kind is MailOffKind {
  return Object.hasOwn(MAIL_OFF_TYPES, kind);
}

function signature(secret: string, member: string, kind: string): string {
  return createHmac('sha256', secret).update(`mail-off ${member} ${kind}`).digest('base64url');
}
