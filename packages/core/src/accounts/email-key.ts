import { domainToASCII } from 'node:url';
import { emailIdentity, isEmail } from '@heartline/domain';

/** An address as mails are sent to it, and as it is unique. */
export interface Email {
  address: string;
  key: string;
}

/**
 * Reads an e-mail address: its domain in ASCII form, so that `bücher.example` and `xn--bcher-kva.example` are one.
 * Undefined when it is no address.
 */
export function readEmail(text: string): Email | undefined {
  const email = text.trim().normalize('NFC');
  if (!isEmail(email)) return undefined;
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase();
  if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain)) return undefined;
  return { address: `${email.slice(0, at)}@${domain}`, key: emailIdentity(email, domain) };
}
