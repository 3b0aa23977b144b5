import { MessageNotices } from './notices/message-notices.tsx';
import { RefusalNotices } from './notices/refusal-notices.tsx';
import { RemovalOnRequest } from './removal-on-request.tsx';

/** Parts of messaging that run on every page of a signed-in member. */
export function MessagingExtras() {
  return (
    <>
      <RemovalOnRequest />
      <RefusalNotices />
      <MessageNotices />
    </>
  );
}
