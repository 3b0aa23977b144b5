import { hash } from 'node:crypto';
import {
  ok,
  type ParsedOf,
  type Result,
  refuse,
  SAVED_REPLIES_LIMIT,
  type SavedReply,
  type saveReply as saveReplyCall,
} from '@heartline/contracts';
import { messageText } from '@heartline/domain';
import { insertOnce } from '@heartline/platform';
import { conversationFor, type InboxOperator, type OperatorInboxContext } from './operator-inbox-context.ts';

type Replies = Result<{ replies: SavedReply[] }>;

/** Replies saved for a fictional profile, newest first. */
export async function repliesOf(
  { collections }: Pick<OperatorInboxContext, 'collections'>,
  profile: string,
): Promise<SavedReply[]> {
  return (await collections.replies.findOne({ _id: profile }))?.replies.toReversed() ?? [];
}

/** Saves a reply for the fictional profile of a conversation, once per key and per text. */
export async function saveReply(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { clientId, conversation, text }: ParsedOf<typeof saveReplyCall>,
): Promise<Replies> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const { settings } = await context.site.settingsOf(doc.site);
  const cleaned = messageText(text, settings.message_length);
  if (!cleaned.ok) return cleaned;
  const id = hash('sha256', `${inboxOperator.operator}:${clientId}`, 'hex').slice(0, 24);
  const reply: SavedReply = { id, text: cleaned.value };
  const { replies } = context.collections;
  const push = async () => {
    const fits = {
      _id: doc.profile,
      'replies.id': { $ne: id },
      'replies.text': { $ne: reply.text },
      [`replies.${SAVED_REPLIES_LIMIT - 1}`]: { $exists: false },
    };
    return (await replies.updateOne(fits, { $push: { replies: reply } })).matchedCount === 1;
  };
  if (!(await push())) {
    const existing = await insertOnce(replies, { _id: doc.profile, site: doc.site, replies: [reply] });
    const same = existing?.replies.find((one) => one.id === id || one.text === reply.text);
    if (same && same.text !== reply.text) return refuse('KEY_REUSED');
    // A colleague may have saved the first reply between the two writes.
    if (existing && !same && !(await push())) {
      return refuse('REPLY_LIMIT', { values: { limit: SAVED_REPLIES_LIMIT } });
    }
  }
  return ok({ replies: await repliesOf(context, doc.profile) });
}

/** Removes a saved reply. Returns “done” if it is already gone. */
export async function removeReply(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { conversation, id }: { conversation: string; id: string },
): Promise<Replies> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  if (!doc) return refuse('NOT_FOUND');
  await context.collections.replies.updateOne({ _id: doc.profile }, { $pull: { replies: { id } } });
  return ok({ replies: await repliesOf(context, doc.profile) });
}
