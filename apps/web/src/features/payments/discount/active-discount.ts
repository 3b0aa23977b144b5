import type { DiscountCode } from '@heartline/contracts';
import { betterOf } from '@heartline/domain';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../client/session.ts';
import { typedCodeQuery } from '../../../client/typed-code.ts';
import { useTimeBonus } from '../time-bonus.ts';
import { welcomeCodeQuery } from './welcome-code.ts';

/**
 * The discount that a member has now: the time bonus, else the welcome code (S4-043, S4-044). A typed code replaces it
 * if it is worth more; discounts never add up. Null without any; undefined until that is known.
 */
export function useActiveDiscount(): DiscountCode | null | undefined {
  const user = useUser();
  const bonus = useTimeBonus();
  const isNew = user !== null && !user.paid_user;
  const { data: welcome = null, isLoading: isWelcomeAsked } = useQuery({
    ...welcomeCodeQuery,
    enabled: isNew,
  });
  const { data: typed = null, isLoading: isCodeAsked } = useQuery({
    ...typedCodeQuery,
    enabled: user !== null,
  });
  if (isWelcomeAsked || isCodeAsked) return undefined;
  const given = isNew ? welcome : null;
  return betterOf(bonus?.isVisible ? bonus : given, typed);
}
