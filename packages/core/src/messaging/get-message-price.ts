import {
  type getMessagePrice as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import {
  type Account,
  available,
  messagePrice,
  pauseOver,
  refusedUntil,
  spendingRefused,
  withoutThoseOf,
} from '@heartline/domain';
import { begunByOthers } from './begun-by-others.ts';
import { beginningOf, isStarted } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { hasConfirmedFictional } from './fictional-consent.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Facts before writing to a member: the price, the balance, and how the other is reached. It applies the
 * rules of the send in advance; the send decides. A member who is hidden from the caller is not found.
 */
export async function getMessagePrice(
  context: MessagingContext,
  viewer: { member: string; site: string },
  { profile, credits }: ParsedOf<typeof contract>,
): Promise<Result<OutputOf<typeof contract>>> {
  const conversation = conversationOf(viewer.member, profile);
  const [cards, row, tail, account, { settings }, [presence]] = await Promise.all([
    context.profiles.cards(viewer.member, [profile]),
    context.profiles.profileOf(profile),
    beginningOf(context.conversations, conversation),
    context.credits.statusOf(viewer.member),
    context.site.settingsOf(viewer.site),
    context.profiles.presence(viewer.member, [profile]),
  ]);
  if (!row || !cards.has(profile) || profile === viewer.member) return refuse('NOT_FOUND');
  const started = isStarted(tail);
  const price = messagePrice(settings, row);
  const takesOpeners = row.takesOpeners !== false;
  const opening = { conversation, started, fictional: row.fictional };
  return ok({
    message_credits: price,
    credits: available(account),
    ...openingOf(
      await knownOf(context, viewer.member, account, opening),
      opening,
      settings.free_conversations,
    ),
    online: presence?.online ?? false,
    last_active: presence?.last_active ?? null,
    language: row.language,
    takes_openers: takesOpeners,
    may_open: started || takesOpeners || (await context.hasLiked(profile, viewer.member)),
    ...ownLimitsOf(account, credits ?? price, context.clock.now()),
    ...(await confirmedOf(context, viewer.member, row)),
  });
}

/** True if the caller has confirmed what a fictional profile is; looked up only for fictional profiles. */
async function confirmedOf(
  context: MessagingContext,
  member: string,
  { fictional }: { fictional: boolean },
): Promise<Pick<OutputOf<typeof contract>, 'fictionalConfirmed'>> {
  const isConfirmed = fictional && (await hasConfirmedFictional(context, member));
  return isConfirmed ? { fictionalConfirmed: true } : {};
}

interface Opening {
  conversation: string;
  /** True once a member wrote in it. */
  started: boolean;
  fictional: boolean;
}

/**
 * The account without conversations that the other side began; looked up only if the member would use a free
 * place.
 */
async function knownOf(
  context: MessagingContext,
  member: string,
  account: Account,
  { conversation, started }: Opening,
): Promise<Account> {
  const usesNone = started && !account.freed?.includes(conversation);
  if (account.premium || usesNone) return account;
  return withoutThoseOf(account, await begunByOthers(context.conversations, member, account.started));
}

/** Says if this would count as a new conversation, and how many of those are left. */
function openingOf(
  account: Account,
  { conversation, started, fictional }: Opening,
  free: number,
): { conversations_left: number | null; starts_conversation: boolean } {
  if (account.premium) return { conversations_left: null, starts_conversation: false };
  return {
    conversations_left: Math.max(0, free - account.started.length),
    starts_conversation:
      account.freed?.includes(conversation) === true ||
      (!started && !fictional && !account.started.includes(conversation)),
  };
}

/** The member's own limits against this price. The limit ignores the pause, which may end before it. */
function ownLimitsOf(
  { spending }: Account,
  price: number,
  now: number,
): Pick<OutputOf<typeof contract>, 'pausedUntil' | 'limit'> {
  if (!spending) return { pausedUntil: null, limit: null };
  const unpaused = { ...spending, pausedUntil: null, pauseEnds: undefined };
  const refused = spendingRefused(unpaused, price, now);
  const pausedUntil = pauseOver(spending, now);
  if (typeof refused !== 'object') return { pausedUntil, limit: null };
  const { limit: credits, period } = refused;
  return { pausedUntil, limit: { credits, period, until: refusedUntil(unpaused, price, now) } };
}
