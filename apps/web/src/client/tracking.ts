import { readTracking, TRACKING_COOKIE, type Tracking, writeTracking } from '@heartline/domain';
import { readCookies, writeCookie } from './storage.ts';

const COOKIE_SECONDS = TRACKING_COOKIE.days * 24 * 60 * 60;

/**
 * Stores where this visitor came from, if their link says so, in the cookie `network` that the server reads too (S3-065
 * to S3-070). A later link with tracking replaces all of it; other pages leave it.
 */
export function storeTracking(query: string, write: (cookie: string) => void = writeCookie): void {
  const record = writeTracking(readTracking(query));
  if (!record) return;
  write(
    `${TRACKING_COOKIE.name}=${encodeURIComponent(record)}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`,
  );
}

/** The stored origin of this visitor. */
export function storedTracking(cookies: string = readCookies()): Tracking {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${TRACKING_COOKIE.name}=`));
  try {
    return readTracking(decodeURIComponent(pair?.slice(TRACKING_COOKIE.name.length + 1) ?? ''));
  } catch {
    return {};
  }
}
