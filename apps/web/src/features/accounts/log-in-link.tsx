import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';

/** Pages that a log-in leads to, or comes from, by itself. */
const OWN_PAGES = new Set(['/', '/signup']);

/** The way from a sign-up to the log-in: from a dialog over a page back to that page, as from the page of the log-in itself. */
export function LogInLink() {
  const { pathname, href } = useLocation();
  const next = OWN_PAGES.has(pathname) ? '' : `?next=${encodeURIComponent(href)}`;
  return (
    <TextLink href={pathname === '/login' ? href : `/login${next}`}>
      <Trans>Log in</Trans>
    </TextLink>
  );
}
