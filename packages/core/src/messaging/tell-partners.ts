import { profileHidden, profileShown } from '@heartline/contracts';
import { partnersAfter } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

const AT_ONCE = 50;
/** Rounds of telling: each one more is due to a change of the same moment. */
const MAX_ROUNDS = 20;

/**
 * After a member was closed, suspended or let in again: tells everybody who is in a conversation with them, however many
 * they are, whether they still see them. Safe to repeat.
 */
export async function tellPartners(context: MessagingContext, member: string): Promise<void> {
  let told: string | undefined = '';
  while (told !== undefined) {
    const partners = await partnersAfter(context.mongo, member, told, AT_ONCE);
    await Promise.all(partners.map(({ profile }) => tellPartner(context, profile, member)));
    told = partners.at(-1)?.conversation;
  }
}

/** Read, told, and read again, as `tellBoth` of a block does it: the last word is how the two stand. */
async function tellPartner(context: MessagingContext, partner: string, member: string): Promise<void> {
  let told: boolean | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isSeen = (await context.profiles.cards(partner, [member])).has(member);
    if (isSeen === told) return;
    await context.publisher.durable(partner, isSeen ? profileShown : profileHidden, { profile: member });
    told = isSeen;
  }
}
