/** The settings that have a localhost value in the demo. */
interface Settings {
  PUBLIC_ORIGIN: string;
  VAPID_SUBJECT: string;
  PAYMENT_URL?: string | undefined;
  PAYMENT_ACCOUNTS: readonly { account: string; provider: string; url?: string | undefined }[];
}

const LOCAL = /(^|\.)localhost$|^localhost\.example$|^127(\.\d+){3}$|^\[::1\]$/;

/** True for a host that means the machine of each visitor, and thus never this site for others. */
export const isLocalHost = (host: string): boolean => LOCAL.test(host.toLowerCase());

/** The host of an address such as `https://example.com`, `mailto:a@example.com` or `a@example.com`. */
function hostOf(address: string): string {
  return URL.parse(address)?.hostname || address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Why a site with other visitors cannot use an address that is fine in the demo; undefined if it can. `name` is its
 * setting. A site at localhost is a local trial and accepts everything.
 */
export function problemOfAddress(name: string, address: string, publicOrigin: string): string | undefined {
  if (isLocalHost(hostOf(publicOrigin)) || !isLocalHost(hostOf(address))) return undefined;
  return `${name} is at ${hostOf(address)}, which nobody else reaches. Fix: set ${name} to an address of your domain.`;
}

/** Faults that stop a production site from starting. Each message names the setting and its fix. */
export function productionProblems(read: Settings): string[] {
  const { PUBLIC_ORIGIN, VAPID_SUBJECT } = read;
  const isPlain = PUBLIC_ORIGIN.startsWith('http:') && !isLocalHost(hostOf(PUBLIC_ORIGIN));
  return [
    isPlain
      ? 'PUBLIC_ORIGIN starts with http://, where browsers keep no session cookie. Fix: serve the site by https:// and set PUBLIC_ORIGIN to that.'
      : undefined,
    problemOfAddress('VAPID_SUBJECT', VAPID_SUBJECT, PUBLIC_ORIGIN),
    ...standInProblems(read),
  ].filter((problem) => problem !== undefined);
}

/** A stand-in takes no money, so a site with other visitors would give its credits away. */
function standInProblems({ PUBLIC_ORIGIN, PAYMENT_ACCOUNTS }: Settings): string[] {
  if (isLocalHost(hostOf(PUBLIC_ORIGIN))) return [];
  return PAYMENT_ACCOUNTS.filter(({ provider, url }) => url && provider !== 'bridge').map(
    ({ account, provider }) =>
      `The payment account "${account}" has a url, so it is a stand-in and takes no money. Fix: leave its url out of PAYMENT_ACCOUNTS, so that it reaches ${provider}.`,
  );
}

/** Warnings logged once at the start of a production service, because the setting may be intended. */
export function productionNotices({ PUBLIC_ORIGIN, PAYMENT_URL = '', PAYMENT_ACCOUNTS }: Settings): string[] {
  const isOpen = (url: string) => url.startsWith('http:') && !isLocalHost(hostOf(url));
  return [
    isLocalHost(hostOf(PUBLIC_ORIGIN))
      ? 'PUBLIC_ORIGIN is at localhost: links in mails lead to the reader’s own machine. Fix: set PUBLIC_ORIGIN to the origin that members open.'
      : undefined,
    isOpen(PAYMENT_URL)
      ? 'PAYMENT_URL starts with http://: PAYMENT_KEY crosses the network unencrypted. Fix: set PAYMENT_URL to an https:// address.'
      : undefined,
    ...PAYMENT_ACCOUNTS.filter(({ url = '' }) => isOpen(url)).map(
      ({ account }) =>
        `The url of the payment account "${account}" starts with http://: its key crosses the network unencrypted. Fix: set it to an https:// address.`,
    ),
  ].filter((notice) => notice !== undefined);
}
