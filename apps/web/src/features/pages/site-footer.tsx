import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { isInstalledApp } from '../../client/installed-app.ts';
import { companyQuery } from '../../client/query.ts';
import { useActiveUser, useSettings } from '../../client/session.ts';
import { SiteFooterView } from './views/site-footer-view.tsx';

/** The footer of this visit. */
export function SiteFooter() {
  const settings = useSettings();
  const { data: company } = useQuery(companyQuery);
  const isSignedIn = useActiveUser() !== null;
  const isIndex = useRouterState({ select: (state) => state.location.pathname === '/' });
  return (
    <SiteFooterView
      settings={settings}
      company={company}
      isSignedIn={isSignedIn}
      isIndex={isIndex}
      isInstalledApp={isInstalledApp()}
    />
  );
}
