import { ok, profileHidden, profileShown, type Result, refuse } from '@heartline/contracts';
import type { SafetyContext } from './safety-context.ts';

type Done = { ok: true };

/**
 * Blocks a profile, with everything that follows, before the answer:
 *
 *   the block → hidden from each other → conversation closed, credits of what never arrived back, off both lists
 *     → likes and match gone → both told
 *
 * The block stands first, so what is under way meanwhile finds it. Each step is safe to repeat, and so is the whole: a
 * crash in between is mended by the next call, which a client makes that got no answer (S4-008 to S4-012).
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
  await context.blocks.add(member, profile);
  forget(context, member, profile);
  await context.hooks.conversations.end(member, profile);
  await context.hooks.likes.removeBetween(member, profile);
  await Promise.all([
    context.publisher.durable(member, profileHidden, { profile }),
    context.publisher.durable(profile, profileHidden, { profile: member }),
  ]);
  return ok({ ok: true });
}

/** Takes a block back. The pair sees each other again, unless the other one blocks too (S4-013). */
export async function unblockProfile(
  context: SafetyContext,
  member: string,
  profile: string,
): Promise<Result<Done>> {
  await context.blocks.remove(member, profile);
  forget(context, member, profile);
  // Without a conversation there is nothing to open, and unknown ids make none.
  if (!(await context.hooks.people.profileOf(profile))) return ok({ ok: true });
  await context.hooks.conversations.reopen(member, profile);
  if ((await context.blocks.relation(member, profile)) === 'open') {
    await Promise.all([
      context.publisher.durable(member, profileShown, { profile }),
      context.publisher.durable(profile, profileShown, { profile: member }),
    ]);
  }
  return ok({ ok: true });
}

/** Here and on every other node, so that lists are right at once. */
function forget(context: SafetyContext, one: string, other: string): void {
  context.blocks.forget(one, other);
  context.publisher.pairChanged(one, other);
}
