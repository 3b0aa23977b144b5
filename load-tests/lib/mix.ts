/** What members do, each with its share of all actions: any positive numbers. */
export type Mix<Action extends string> = Readonly<Partial<Record<Action, number>>>;

/** Throws where a mix names what members can't do: k6 runs scripts without looking at their types. */
export function checkMix(mix: Mix<string>, actions: readonly string[]): void {
  const unknown = Object.keys(mix).filter((name) => !actions.includes(name));
  if (unknown.length > 0)
    throw new Error(`The mix names '${unknown.join(', ')}'; members do ${actions.join(', ')}.`);
}

/** Share of the actions in `of` among all of the mix, 0 to 1. */
export function shareOf<Action extends string>(mix: Mix<Action>, of: readonly Action[]): number {
  const weights = Object.values<number | undefined>(mix).reduce<number>((sum, weight = 0) => sum + weight, 0);
  const ours = of.reduce((sum, action) => sum + (mix[action] ?? 0), 0);
  return weights === 0 ? 0 : ours / weights;
}

/**
 * Which action is the `index`th. Not drawn but dealt: any stretch of a run holds every action in its share, in an order
 * that looks shuffled and is the same in every run, so that two runs can be compared.
 */
export function createDeal<Action extends string>(
  mix: Mix<Action>,
  among: readonly Action[],
): (index: number) => Action {
  const chosen = among.filter((action) => (mix[action] ?? 0) > 0);
  const sum = chosen.reduce((total, action) => total + (mix[action] as number), 0);
  return (index) => {
    // Steps of the golden ratio fall evenly everywhere.
    let place = ((index * 0.618_033_988_749_895) % 1) * sum;
    for (const action of chosen) {
      place -= mix[action] as number;
      if (place < 0) return action;
    }
    return chosen.at(-1) as Action;
  };
}
