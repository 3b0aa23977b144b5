import { IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isInstalledApp } from '../../client/installed-app.ts';
import { showsBack } from './back-rule.ts';

/** The back button, which the window of an installed app does not have by itself. */
export function BackButton() {
  const { t } = useLingui();
  const router = useRouter();
  const hasHistory = useCanGoBack();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (!showsBack({ path, hasHistory, isInstalledApp: isInstalledApp() })) return null;
  return (
    <IconButton label={t`Back`} onPress={() => router.history.back()} className="-ml-2">
      <ArrowLeft className="size-5" aria-hidden />
    </IconButton>
  );
}
