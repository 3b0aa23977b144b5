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

/** What a send says beyond its words: which kind of row it becomes, and what that costs. */
export interface SendContent {
  kind: MessageKind;
  price: number;
  /** What the row carries beside words; undefined when it can't be had (any more), so that no such row is ever written. */
  carries: Pick<ConversationRow, 'photo' | 'gift'> | undefined;
  refusal?: Refusal;
}

/** What the statement calls the hold of each kind. */
export const HOLD_REASON = { text: 'message', photo: 'photo', gift: 'gift' } as const;

/** Which kind of row a send becomes. */
function kindOf({ photo, gift }: Pick<SendInput, 'photo' | 'gift'>): MessageKind {
  return photo === undefined ? (gift === undefined ? 'text' : 'gift') : 'photo';
}

/** The price of a send and what its row will carry. Words alone cost no reading. */
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

/** Makes the uploaded photo this send’s own, before anything is held for it. */
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

/** The bubble of a send, whatever its key grew (`.2`). */
const bubbleOf = (clientId: string) => clientId.slice(0, 36);

/**
 * A bubble goes again under `.2` once the place of the key before it was given up: then no message of that key will ever
 * stand, and its photo is this send's. Under two keys at once one picture would be in two messages, and gone from both with
 * either.
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
