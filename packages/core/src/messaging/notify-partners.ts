import { profileHidden, profileShown } from '@heartline/contracts';
import { publishLatest } from '../publish-latest.ts';
import { partnersAfter } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

const AT_ONCE = 50;

/**
 * After a member was closed, suspended or let in again: publishes to all conversation partners whether they
 * still see the member. Safe to repeat.
 */
export async function notifyPartners(context: MessagingContext, member: string): Promise<void> {
  let notified: string | undefined = '';
  while (notified !== undefined) {
    const partners = await partnersAfter(context.mongo, member, notified, AT_ONCE);
    await Promise.all(partners.map(({ profile }) => notifyPartner(context, profile, member)));
    notified = partners.at(-1)?.conversation;
  }
}

/** Publishes to one partner whether they still see the member. */
async function notifyPartner(
  { profiles, publisher }: MessagingContext,
  partner: string,
  member: string,
): Promise<void> {
  await publishLatest(
    async () => (await profiles.cards(partner, [member])).has(member),
    (isSeen) => publisher.durable(partner, isSeen ? profileShown : profileHidden, { profile: member }),
  );
}
