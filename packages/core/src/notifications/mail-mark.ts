import { readFileSync } from 'node:fs';
import type { MailPicture } from '@heartline/platform';

/**
 * The mark in mails. Mail readers draw no inline SVG, and most ask before they fetch a remote picture. It is
 * three times its displayed size; its red is visible on light and dark backgrounds.
 */
export const MAIL_MARK: MailPicture = {
  cid: 'mark',
  filename: 'mark.png',
  contentType: 'image/png',
  bytes: readFileSync(new URL('./mail-mark.png', import.meta.url)),
};
