import type { Locale, Reaction } from '@heartline/contracts';
import { under } from '@heartline/platform';
import type { ExportPart, PersonalData } from '../accounts/index.ts';
import { returnBeforeErasure } from './carry-out-pending.ts';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { eraseEvidence } from './evidence.repository.ts';
import { INBOX, type InboxDoc, inboxId, inboxOf } from './inbox.repository.ts';
import { eraseChatPhotos, photoToKeep } from './keep-chat-photos.ts';
import type { MessagingContext } from './messaging-context.ts';
import { eraseReactions, reactionsOf } from './reaction.repository.ts';

const RANGE = 500;
const DAY_MS = 86_400_000;

/**
 * A member's conversations. Erasure removes their text everywhere; the rows keep their numbers, which the
 * other side's history and the ledger need. The member's own lists go last, because they lead to the text.
 */
export function messagingData(context: MessagingContext): PersonalData {
  const inbox = context.mongo.connection.collection<InboxDoc>(INBOX);
  const messages = context.mongo.connection.collection<ConversationRow>(MESSAGES);
  return {
    async erase(member) {
      await returnBeforeErasure(context, member);
      for await (const { conversation, profile } of inbox.find({ _id: under(member) })) {
        await messages.updateMany(
          // Keys are `<sender>:<clientId>`, so this is a range of the unique index.
          { owner: conversation, key: under(member) },
          { $set: { text: '', gone: 'erased' }, $unset: { photo: '', gift: '' } },
        );
        await eraseReactions(context.mongo, conversation, member);
        await inbox.updateOne(
          { _id: inboxId(profile, conversation), previewSender: member },
          { $set: { preview: '', previewKind: null, previewGone: 'erased' } },
        );
      }
      await eraseEvidence(context.mongo, member);
      await eraseChatPhotos(context, member);
      await inbox.deleteMany({ _id: under(member) });
    },
    count: (member) => inbox.countDocuments({ _id: under(member) }),
    async *gather(member): AsyncGenerator<ExportPart> {
      const docs = await inboxOf(context.mongo, member);
      for (const doc of docs.sort((a, b) => b.lastAt - a.lastAt)) yield* conversationParts(context, doc);
    },
  };
}

/** All of the member's own data; of the other side what the member can still see on the site. */
async function* conversationParts(context: MessagingContext, doc: InboxDoc): AsyncGenerator<ExportPart> {
  const { member, conversation, profile } = doc;
  const [cards, account] = await Promise.all([
    context.profiles.cards(member, [profile]),
    context.accounts.accountOf(member),
  ]);
  const partner = cards.get(profile);
  const isShown = await shownTo(context, doc, account?.site ?? '', partner !== undefined);
  const name = partner?.name ?? null;
  const messages: object[] = [];
  for await (const { row, reactions } of rowsOf(context, conversation)) {
    if (!isShown(row)) continue;
    const photo = await photoToKeep(context, member, row);
    if (photo) yield { kind: 'picture', ...photo };
    messages.push({
      from: row.sender === member ? 'me' : (name ?? ''),
      at: row.at,
      text: row.text,
      ...reactionBy(member, reactions),
      ...(photo && { photo: `photos/${photo.name}.webp` }),
      ...(await giftOf(context, account, row)),
    });
  }
  const data = { ...choicesOf(doc), messages };
  yield { kind: 'conversation', with: name, fictional: partner?.fictional === true, data };
}

/** The settings of the member's side. */
function choicesOf({ mute, receipts, alwaysShown }: InboxDoc) {
  return {
    muted: mute?.on === true,
    readReceipts: receipts?.on === true,
    photosAlwaysShown: alwaysShown === true,
  };
}

/** All rows of a conversation with their reactions, a few hundred at a time. */
async function* rowsOf(
  context: MessagingContext,
  conversation: string,
): AsyncGenerator<{ row: ConversationRow; reactions: Reaction[] | undefined }> {
  const last = (await context.conversations.freshTail(conversation))?.n ?? 0;
  for (let from = 1; from <= last; from += RANGE) {
    const to = Math.min(last, from + RANGE - 1);
    const [rows, reactions] = await Promise.all([
      context.conversations.range(conversation, from, to),
      reactionsOf(context.mongo, conversation, from, to),
    ]);
    for (const row of rows) yield { row, reactions: reactions.get(row.n) };
  }
}

/**
 * Decides which rows the export contains: all of the member's own, and those of the other side that the site
 * still shows them.
 */
async function shownTo(
  context: MessagingContext,
  { member, removedSeq }: InboxDoc,
  site: string,
  isThere: boolean,
): Promise<(row: ConversationRow) => boolean> {
  const { settings } = await context.site.settingsOf(site);
  const oldest = context.clock.now() - settings.chat_history_days * DAY_MS;
  return (row) =>
    isVisible(row) && (row.sender === member || (isThere && row.n > removedSeq && row.at >= oldest));
}

/** The member's reaction to a message. */
function reactionBy(member: string, reactions: readonly Reaction[] = []): { reaction?: string } {
  const emoji = reactions.find((one) => one.member === member)?.emoji;
  return emoji ? { reaction: emoji } : {};
}

/** The name of a gift in the member's language. */
async function giftOf(
  { gifts }: MessagingContext,
  account: { site: string; language: Locale } | undefined,
  { gift, gone }: ConversationRow,
): Promise<{ gift?: string }> {
  const known = gift && !gone && account && (await gifts.find(account.site, gift.id));
  return known ? { gift: known.names[account.language] } : {};
}
