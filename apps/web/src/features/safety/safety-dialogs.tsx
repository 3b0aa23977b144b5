import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { askSafety, endSafety, useSafetyRequest } from '../../client/safety-request.ts';
import { onLive } from '../../live/bus.ts';
import { BlockDialog } from './block-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** The dialogs that answer `askSafety`, and the notice of a decided case. Mounted once on a member's pages. */
export function SafetyDialogs() {
  const request = useSafetyRequest();
  useDecidedNotice();
  // Reset when the member signs out: another member may sign in on this page.
  useEffect(() => () => askSafety(null), []);
  if (!request) return null;
  const { kind, person, message } = request;
  const close = () => endSafety(request);
  if (kind === 'block') return <BlockDialog key={person.id} person={person} onClose={close} />;
  return (
    <ReportDialog key={`${person.id} ${message?.seq}`} person={person} message={message} onClose={close} />
  );
}

function useDecidedNotice(): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  useEffect(
    () =>
      onLive('case:changed', ({ case: id }) => {
        void showToast({
          title: t`There’s a decision in one of your cases`,
          isSticky: true,
          action: { label: t`View case`, onPress: () => void navigate({ href: `/cases/${id}` }) },
        });
      }),
    [t, navigate],
  );
}
