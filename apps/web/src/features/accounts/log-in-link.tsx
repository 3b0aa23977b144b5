import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { createContext, use } from 'react';

/** Pages that a log-in leads away from by itself, or that are no use after it. */
const OWN_PAGES = new Set(['/', '/signup', '/reset-password']);

/** Closes the dialog that a sign-up stands in, where it stands in one. */
export const SignUpCloses = createContext<(() => void) | undefined>(undefined);

/**
 * The way from a sign-up to the log-in: from a dialog over a page back to that page, and from the sign-up of a member's
 * page to the member. Over the page of the log-in itself it is under the dialog.
 */
export function LogInLink() {
  const { pathname, href } = useLocation();
  const close = use(SignUpCloses);
  const isUnder = pathname === '/login';
  const back = href.replace(/^(\/members\/[^/]+)\/signup\b.*/, '$1');
  const next = OWN_PAGES.has(pathname) ? '' : `?next=${encodeURIComponent(back)}`;
  return (
    <TextLink href={isUnder ? href : `/login${next}`} onClick={isUnder ? close : undefined}>
      <Trans>Log in</Trans>
    </TextLink>
  );
}
