import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { useWanted } from './sign-up-wanted.ts';

/** Closes the dialog around a sign-up, if there is one. */
export const SignUpCloses = createContext<(() => void) | undefined>(undefined);

/** The link from a sign-up to the log-in, “Log in” by default, with the wanted page. On the log-in page the log-in is under the dialog. */
export function LogInLink({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const close = use(SignUpCloses);
  const wanted = useWanted();
  const next = wanted ? `?next=${encodeURIComponent(wanted)}` : '';
  return (
    <TextLink href={`/login${next}`} onClick={pathname === '/login' ? close : undefined}>
      {children ?? <Trans>Log in</Trans>}
    </TextLink>
  );
}
