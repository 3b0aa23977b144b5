import { MessageNotices } from './notices/message-notices.tsx';
import { RefusalNotices } from './notices/refusal-notices.tsx';
import { RemovalOnRequest } from './removal-on-request.tsx';

/** What messaging does on every page of a member, whether or not the chats are on it. */
export function MessagingExtras() {
  return (
    <>
      <RemovalOnRequest />
      <RefusalNotices />
      <MessageNotices />
    </>
  );
}
