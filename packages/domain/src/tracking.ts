/** Where a visitor came from, as the link they followed said it. Kept in the browser as `network` (S3-065 to S3-070). */
export const TRACKING_FIELDS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;

export type Tracking = Partial<Record<(typeof TRACKING_FIELDS)[number], string>>;

/** The cookie that keeps the record, as a query string, and for how long. */
export const TRACKING_COOKIE = { name: 'network', days: 30 } as const;

/** Ids of partners and campaigns. Markup, addresses of people and everything longer are none, and are left out. */
const VALUE = /^[\w.~:-]{1,64}$/;

/** Nothing of a record is read beyond this: five names and values. */
const LONGEST = 2_000;

/**
 * The tracking record in the query of a link, or in the cookie made of one. Hostile input: what is not a short plain
 * id is not part of the record.
 */
export function readTracking(query: string | undefined): Tracking {
  const given = new Map(
    (query ?? '')
      .slice(query?.startsWith('?') ? 1 : 0, LONGEST)
      .split('&')
      .map((pair) => [pair.split('=', 1)[0] ?? '', plain(pair.slice(pair.indexOf('=') + 1))] as const)
      // Of a name that is given twice the first counts, as everywhere on the web.
      .reverse(),
  );
  const tracking: Tracking = {};
  for (const field of TRACKING_FIELDS) {
    const value = given.get(field);
    if (value !== undefined && VALUE.test(value)) tracking[field] = value;
  }
  return tracking;
}

/** A value as it was meant; nothing of one that is not well written. */
function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** The record as the cookie keeps it; empty when there is nothing to keep. */
export function writeTracking(tracking: Tracking): string {
  return TRACKING_FIELDS.flatMap((field) => {
    const value = tracking[field];
    return value === undefined ? [] : [`${field}=${encodeURIComponent(value)}`];
  }).join('&');
}

/** Whether somebody sent this visitor: what sites ask that are open with a traffic source only. */
export function hasTrafficSource(tracking: Tracking): boolean {
  return tracking.network !== undefined || tracking.ref !== undefined;
}

/** Whether this visitor may sign up, by the site's setting `signups` (S4-055, S4-056). */
export function isSignUpOpen(signups: string, tracking: Tracking): boolean {
  return signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource(tracking));
}
