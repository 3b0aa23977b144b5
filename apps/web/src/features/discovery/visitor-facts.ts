import type { getSwipeGame, InputOf } from '@heartline/contracts';

type Facts = Pick<InputOf<typeof getSwipeGame>, 'own_gender' | 'own_sexuality'>;
export type OwnGender = NonNullable<Facts['own_gender']>;

/** The visitor's own gender in an untrusted address. */
export const ownGenderOf = ({ own_gender: own }: Record<string, unknown>): OwnGender | undefined =>
  own === 'female' || own === 'male' ? own : undefined;

/** Gender and sexuality of a visitor who said who they are and whom they want to see. */
export function factsOf(own: OwnGender | undefined, wanted: OwnGender | undefined): Facts {
  if (!own) return {};
  const sameSex = own === 'female' ? 'lesbian' : 'gay';
  const sexuality = wanted === undefined ? 'bi' : wanted === own ? sameSex : 'hetero';
  return { own_gender: own, own_sexuality: sexuality };
}
