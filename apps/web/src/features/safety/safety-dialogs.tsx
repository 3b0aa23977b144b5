import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { askSafety, endSafety, useSafetyRequest } from '../../client/safety-request.ts';
import { onLive } from '../../live/bus.ts';
import { BlockDialog } from './block-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** The dialogs that answer `askSafety`, and the word that a case was decided. Mounted once on a member's pages. */
export function SafetyDialogs() {
  const request = useSafetyRequest();
  useDecidedNotice();
  // It goes with who asked: somebody else may sign in on this page.
  useEffect(() => () => askSafety(null), []);
  if (!request) return null;
  const { kind, person } = request;
  const Asked = kind === 'block' ? BlockDialog : ReportDialog;
  return <Asked key={person.id} person={person} onClose={() => endSafety(request)} />;
}

function useDecidedNotice(): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  useEffect(
    () =>
      onLive('case:changed', ({ case: id }) => {
        void showToast({
          title: t`There is a decision in one of your cases`,
          isSticky: true,
          action: { label: t`See the case`, onPress: () => void navigate({ href: `/cases/${id}` }) },
        });
      }),
    [t, navigate],
  );
}
