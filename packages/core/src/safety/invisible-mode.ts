import { ok, type Result, refuse } from '@heartline/contracts';
import type { SafetyContext } from './safety-context.ts';

interface Invisible {
  invisible: boolean;
  premium: boolean;
}

/** The member's invisible mode, and whether they may switch it on. */
export async function getInvisible(context: SafetyContext, member: string): Promise<Invisible> {
  const [profile, premium] = await Promise.all([
    context.hooks.people.profileOf(member),
    isPremium(context, member),
  ]);
  return { invisible: profile?.invisible ?? false, premium };
}

/** Switches invisible mode. On is a premium feature; off is free (S4-006, S4-007). */
export async function setInvisible(
  context: SafetyContext,
  member: string,
  invisible: boolean,
): Promise<Result<Invisible>> {
  const premium = await isPremium(context, member);
  if (invisible && !premium) return refuse('PREMIUM_REQUIRED');
  const { accounts, people } = context.hooks;
  await people.setInvisible(member, invisible);
  // Premium may end after the first check. The code that ends it writes that before it switches invisible
  // mode off, so this second check finds it.
  if (invisible && !(await accounts.hasPremium(member))) {
    await people.setInvisible(member, false);
    return refuse('PREMIUM_REQUIRED');
  }
  return ok({ invisible, premium });
}

async function isPremium(context: SafetyContext, member: string): Promise<boolean> {
  return (await context.hooks.accounts.accountOf(member))?.premiumAt != null;
}
