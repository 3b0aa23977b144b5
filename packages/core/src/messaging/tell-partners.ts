import { profileHidden, profileShown } from '@heartline/contracts';
import { tellLast } from '../tell-last.ts';
import { partnersAfter } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

const AT_ONCE = 50;

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

/** Whether a partner still sees the member. */
async function tellPartner(
  { profiles, publisher }: MessagingContext,
  partner: string,
  member: string,
): Promise<void> {
  await tellLast(
    async () => (await profiles.cards(partner, [member])).has(member),
    (isSeen) => publisher.durable(partner, isSeen ? profileShown : profileHidden, { profile: member }),
  );
}
