import type { SiteSettings } from '@heartline/contracts';
import { type MessageKind, type Refusal, type SendInput } from '@heartline/contracts';
import { giftPrice, messagePrice, photoPrice, type RecipientStatus } from '@heartline/domain';
import {
  type ChatPhotoRow,
  chatPhotos,
  claimPhoto,
  claimPhotoOf,
  namedPhoto,
} from './chat-photo.repository.ts';
import { type ConversationRow, messageKey } from './conversation.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** The content of a send besides its text: the kind of row, and its price. */
export interface SendContent {
  kind: MessageKind;
  price: number;
  /**
   * Content of the row besides text; undefined if it is not available (any more), so that no such row is ever
   * written.
   */
  carries: Pick<ConversationRow, 'photo' | 'gift'> | undefined;
  refusal?: Refusal;
}

/** The reason in the statement for the hold of each kind. */
export const HOLD_REASON = { text: 'message', photo: 'photo', gift: 'gift' } as const;

/** The kind of row that a send becomes. */
function kindOf({ photo, gift }: Pick<SendInput, 'photo' | 'gift'>): MessageKind {
  return photo === undefined ? (gift === undefined ? 'text' : 'gift') : 'photo';
}

/** The price of a send and the content of its row. Text alone needs no read. */
export async function contentOf(
  context: Pick<MessagingContext, 'gifts'>,
  site: string,
  input: SendInput,
  { settings, recipient }: { settings: SiteSettings; recipient: Pick<RecipientStatus, 'fictional'> },
): Promise<SendContent> {
  const kind = kindOf(input);
  if (input.photo !== undefined && input.gift !== undefined) {
    const refusal: Refusal = { code: 'VALIDATION_FAILED', fields: { gift: 'INVALID' } };
    return { kind, price: 0, carries: undefined, refusal };
  }
  if (kind === 'photo') return { kind, price: photoPrice(settings, recipient), carries: undefined };
  if (input.gift === undefined) return { kind, price: messagePrice(settings, recipient), carries: {} };
  const gift = await context.gifts.find(site, input.gift);
  if (!gift?.offered) return { kind, price: 0, carries: undefined, refusal: { code: 'GIFT_GONE' } };
  return {
    kind,
    price: giftPrice(gift, settings),
    carries: { gift: { id: gift.id, picture: gift.picture } },
  };
}

/** Claims the uploaded photo for this send, before its credits are held. */
export async function claimContent(
  context: Claiming,
  by: { member: string; conversation: string },
  { photo, clientId, profile: recipient }: SendInput,
  content: SendContent,
): Promise<SendContent> {
  if (photo === undefined || content.refusal) return content;
  const claimant = { ...by, clientId, recipient };
  const claimed =
    (await claimPhoto(context.mongo, claimant, photo, context.clock.now())) ??
    (await takeOver(context, claimant, photo));
  return claimed
    ? { ...content, carries: { photo: namedPhoto(claimed) } }
    : { ...content, refusal: { code: 'PHOTO_GONE' } };
}

type Claiming = Pick<MessagingContext, 'mongo' | 'clock' | 'conversations'>;

/** The id of the bubble of a send, whatever was appended to its key (`.2`). */
const bubbleOf = (clientId: string) => clientId.slice(0, 36);

/**
 * A bubble is sent again under `.2` only after the place of its earlier key became void. No message of that
 * key will ever exist, so its photo goes to this send. With one photo under two live keys, blanking either
 * message would delete the picture of both.
 */
async function takeOver(
  { mongo, clock, conversations }: Claiming,
  claimant: Parameters<typeof claimPhoto>[1],
  photo: string,
): Promise<ChatPhotoRow | undefined> {
  const { member, recipient, conversation, clientId } = claimant;
  const row = await chatPhotos(mongo).findOne({ _id: photo, member, recipient, conversation });
  if (!row?.send || bubbleOf(row.send) !== bubbleOf(clientId)) return undefined;
  const before = await conversations.find(conversation, messageKey(member, row.send));
  if (before?.kind !== 'void') return undefined;
  return claimPhotoOf(mongo, claimant, row, clock.now());
}
