import { ok, profileHidden, profileShown, type Result, refuse } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { publishLatest } from '../publish-latest.ts';
import type { SafetyContext } from './safety-context.ts';

type Done = { ok: true };

/**
 * Blocks a profile and finishes all effects before the answer (S4-008 to S4-012).
 *
 * 1. Store the pending task, so that the sweep finishes it after a crash.
 * 2. Store the block. It comes first, so that concurrent acts see it.
 * 3. Hide the two from each other.
 * 4. Close the conversation, return the credits of undelivered messages, and remove it from both lists.
 * 5. Delete likes and match.
 * 6. Publish to both.
 *
 * Each step and the whole call are safe to repeat.
 */
export async function blockProfile(
  context: SafetyContext,
  member: string,
  profile: string,
): Promise<Result<Done>> {
  const [own, other] = await Promise.all([
    context.hooks.people.profileOf(member),
    context.hooks.people.profileOf(profile),
  ]);
  if (member === profile || !own || other?.site !== own.site) return refuse('NOT_FOUND');
  const done = await context.hooks.conversations.addPendingFollowUp(member, profile);
  await context.blocks.add(member, profile);
  await followBlock(context, member, profile);
  await done();
  return ok({ ok: true });
}

/** Removes a block. The pair sees each other again, unless the other one blocks too (S4-013). */
export async function unblockProfile(
  context: SafetyContext,
  member: string,
  profile: string,
): Promise<Result<Done>> {
  // Without a block of the member nothing changes and nothing is published; the sweep finishes an interrupted
  // unblock.
  if ((await context.blocks.relation(member, profile)) !== 'blocks') return ok({ ok: true });
  // Unknown ids have no conversation, and must not create one.
  if (!(await context.hooks.people.profileOf(profile))) {
    await context.blocks.remove(member, profile);
    return ok({ ok: true });
  }
  const done = await context.hooks.conversations.addPendingFollowUp(member, profile);
  await context.blocks.remove(member, profile);
  await followBlock(context, member, profile);
  await done();
  return ok({ ok: true });
}

/** Runs all effects of a changed block, by the current state of the pair. Safe to repeat. */
export async function followBlock(context: SafetyContext, member: string, profile: string): Promise<void> {
  failpoint('block:before-following');
  const { blocks, hooks, publisher } = context;
  // On this and every other node, so that lists are right at once.
  blocks.forget(member, profile);
  publisher.pairChanged(member, profile);
  if ((await blocks.relation(member, profile)) === 'open') {
    await hooks.conversations.reopen(member, profile);
  } else {
    await hooks.conversations.end(member, profile);
    await hooks.likes.removeBetween(member, profile);
  }
  // Again, after the end of their conversation is stored.
  publisher.pairChanged(member, profile);
  await notifyBoth(context, member, profile);
}

/** Publishes to both whether they see each other. */
async function notifyBoth({ blocks, publisher }: SafetyContext, one: string, other: string): Promise<void> {
  await publishLatest(
    async () => (await blocks.relation(one, other)) === 'open',
    (isOpen) => {
      const event = isOpen ? profileShown : profileHidden;
      return Promise.all([
        publisher.durable(one, event, { profile: other }),
        publisher.durable(other, event, { profile: one }),
      ]);
    },
  );
}
