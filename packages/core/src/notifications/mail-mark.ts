import { readFileSync } from 'node:fs';
import type { MailPicture } from '@heartline/platform';

/**
 * The mark as mails carry it. Mail readers draw no inline SVG, and most ask before they fetch a picture from elsewhere.
 * Three times as large as it is shown; its red stands out on light and on dark paper.
 */
export const MAIL_MARK: MailPicture = {
  cid: 'mark',
  filename: 'mark.png',
  contentType: 'image/png',
  bytes: readFileSync(new URL('./mail-mark.png', import.meta.url)),
};
