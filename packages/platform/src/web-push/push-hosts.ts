/** Push services of the browsers. Other hosts are refused, because the server would call any address a client names. */
const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
];

/**
 * True if an endpoint is at a known push service: https on the standard port, the host or a subdomain, no user name.
 * `localOrigins` adds stand-ins for development, such as `http://127.0.0.1:3005`.
 */
export function isPushEndpoint(endpoint: string, localOrigins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username || url.password || url.hash) return false;
  if (localOrigins.includes(url.origin)) return true;
  const isKnown = PUSH_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isKnown && url.protocol === 'https:' && url.port === '';
}
