import { ok, profileHidden, profileShown, type Result, refuse } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { publishLatest } from '../publish-latest.ts';
import type { SafetyContext } from './safety-context.ts';

type Done = { ok: true };

/**
 * Blocks a profile, with everything that follows, before the answer:
 *
 *   what follows is owed (so that a crash is finished by the sweep) → the block → hidden from each other
 *     → conversation closed, credits of what never arrived back, off both lists → likes and match gone → both told
 *
 * The block stands first, so what is under way meanwhile finds it. Each step is safe to repeat, and so is the whole
 * (S4-008 to S4-012).
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

/** Takes a block back. The pair sees each other again, unless the other one blocks too (S4-013). */
export async function unblockProfile(
  context: SafetyContext,
  member: string,
  profile: string,
): Promise<Result<Done>> {
  // Who blocks nobody changes nothing, and nobody hears of it; what a crash cut off is the sweep's.
  if ((await context.blocks.relation(member, profile)) !== 'blocks') return ok({ ok: true });
  // Without a conversation there is nothing to open, and unknown ids make none.
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

/** All that follows from a block that came or went, by how the two stand now. Safe to repeat. */
export async function followBlock(context: SafetyContext, member: string, profile: string): Promise<void> {
  failpoint('block:before-following');
  const { blocks, hooks, publisher } = context;
  // Here and on every other node, so that lists are right at once.
  blocks.forget(member, profile);
  publisher.pairChanged(member, profile);
  if ((await blocks.relation(member, profile)) === 'open') {
    await hooks.conversations.reopen(member, profile);
  } else {
    await hooks.conversations.end(member, profile);
    await hooks.likes.removeBetween(member, profile);
  }
  // Again, now that the end of their conversation says so as well.
  publisher.pairChanged(member, profile);
  await notifyBoth(context, member, profile);
}

/** Tells both whether they see each other. */
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
