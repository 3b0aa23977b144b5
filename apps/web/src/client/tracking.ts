import { readTracking, TRACKING_COOKIE, type Tracking, writeTracking } from '@heartline/domain';
import { readCookies, writeCookie } from './storage.ts';

const COOKIE_SECONDS = TRACKING_COOKIE.days * 24 * 60 * 60;

/**
 * Keeps where this visitor came from, when the link they followed says it: as the cookie `network`, for the server reads
 * it too (S3-065 to S3-070). A later link that says something replaces all of it; any other page leaves it as it is.
 */
export function storeTracking(query: string, write: (cookie: string) => void = writeCookie): void {
  const record = writeTracking(readTracking(query));
  if (!record) return;
  write(
    `${TRACKING_COOKIE.name}=${encodeURIComponent(record)}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`,
  );
}

/** Where this visitor came from, as it was kept. */
export function storedTracking(cookies: string = readCookies()): Tracking {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${TRACKING_COOKIE.name}=`));
  try {
    return readTracking(decodeURIComponent(pair?.slice(TRACKING_COOKIE.name.length + 1) ?? ''));
  } catch {
    return {};
  }
}
