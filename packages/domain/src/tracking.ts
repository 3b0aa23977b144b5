/** The traffic source of a visitor, from the link they followed. The browser stores it as `network` (S3-065 to S3-070). */
export const TRACKING_FIELDS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;

export type Tracking = Partial<Record<(typeof TRACKING_FIELDS)[number], string>>;

/** The cookie that stores the record as a query string, and its lifetime. */
export const TRACKING_COOKIE = { name: 'network', days: 30 } as const;

/** Ids of partners and campaigns. Markup, e-mail addresses and longer values are left out. */
const VALUE = /^[\w.~:-]{1,64}$/;

/** The part of a record that is read: five names and values. */
const LONGEST = 2_000;

/**
 * Reads the tracking record from the query of a link, or from the cookie. The input is hostile: only short plain ids
 * become part of the record.
 */
export function readTracking(query: string | undefined): Tracking {
  const given = new Map(
    (query ?? '')
      .slice(query?.startsWith('?') ? 1 : 0, LONGEST)
      .split('&')
      .map((pair) => [pair.split('=', 1)[0] ?? '', plain(pair.slice(pair.indexOf('=') + 1))] as const)
      // The first of two equal names counts, as usual on the web.
      .reverse(),
  );
  const tracking: Tracking = {};
  for (const field of TRACKING_FIELDS) {
    const value = given.get(field);
    if (value !== undefined && VALUE.test(value)) tracking[field] = value;
  }
  return tracking;
}

/** The decoded value; undefined for a malformed one. */
function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** The record as the cookie stores it; empty for an empty record. */
export function writeTracking(tracking: Tracking): string {
  return TRACKING_FIELDS.flatMap((field) => {
    const value = tracking[field];
    return value === undefined ? [] : [`${field}=${encodeURIComponent(value)}`];
  }).join('&');
}

/** True for a visitor with a traffic source, which some sites require. */
export function hasTrafficSource(tracking: Tracking): boolean {
  return tracking.network !== undefined || tracking.ref !== undefined;
}

/** True if this visitor may sign up, by the site’s setting `signups` (S4-055, S4-056). */
export function isSignUpOpen(signups: string, tracking: Tracking): boolean {
  return signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource(tracking));
}
