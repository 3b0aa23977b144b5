import { domainToASCII } from 'node:url';
import { emailIdentity, isEmail } from '@heartline/domain';

/** An e-mail address in its sendable form, and its unique key. */
export interface Email {
  address: string;
  key: string;
}

/**
 * Parses an e-mail address. Converts its domain to ASCII, so `bücher.example` and `xn--bcher-kva.example` are
 * the same. Undefined if it is not an address.
 */
export function readEmail(text: string): Email | undefined {
  const email = text.trim().normalize('NFC');
  if (!isEmail(email)) return undefined;
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase();
  if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain)) return undefined;
  return { address: `${email.slice(0, at)}@${domain}`, key: emailIdentity(email, domain) };
}
