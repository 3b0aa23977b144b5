import { Outlet, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUser } from '../../client/session.ts';
import { EntryWarning } from '../../features/pages/entry-warning.tsx';
import { BarPlace } from '../bars/visitor-bar.tsx';
import { lazyPart } from '../lazy-components.ts';

const MemberBar = lazyPart(() => import('../bars/member-bar.tsx'), 'MemberBar');
const MemberBottomBar = lazyPart(() => import('../bars/member-bottom-bar.tsx'), 'MemberBottomBar');

/** The chat layout (S2): the top bar and the window under it. An open chat has the phone's whole height. */
export function ChatFrame() {
  const user = useUser();
  const params = useParams({ strict: false });
  const isChatOpen = 'conversation' in params || 'id' in params;
  // As in `ForMembers`: between the end of a session and the login there is nothing to show.
  if (!user) return <EntryWarning layout="chat" />;
  return (
    <>
      <Suspense fallback={<BarPlace />}>
        <MemberBar />
      </Suspense>
      <Outlet />
      <Suspense fallback={null}>{!isChatOpen && <MemberBottomBar />}</Suspense>
    </>
  );
}
