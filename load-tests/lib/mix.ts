/** The actions of members, each with its share: any positive number. */
export type Mix<Action extends string> = Readonly<Partial<Record<Action, number>>>;

/** Throws if a mix names an unknown action. k6 runs scripts without checking types. */
export function checkMix(mix: Mix<string>, actions: readonly string[]): void {
  const unknown = Object.keys(mix).filter((name) => !actions.includes(name));
  if (unknown.length > 0)
    throw new Error(`The mix names '${unknown.join(', ')}'; members do ${actions.join(', ')}.`);
}

/** Share of the actions in `of` in the whole mix, 0 to 1. */
export function shareOf<Action extends string>(mix: Mix<Action>, of: readonly Action[]): number {
  const weights = Object.values<number | undefined>(mix).reduce<number>((sum, weight = 0) => sum + weight, 0);
  const ours = of.reduce((sum, action) => sum + (mix[action] ?? 0), 0);
  return weights === 0 ? 0 : ours / weights;
}

/**
 * Returns a function from `index` to action. It deals instead of drawing: any stretch of a run holds every action in
 * its share. The order looks shuffled and is the same in every run, so two runs are comparable.
 */
export function createDeal<Action extends string>(
  mix: Mix<Action>,
  among: readonly Action[],
): (index: number) => Action {
  const chosen = among.filter((action) => (mix[action] ?? 0) > 0);
  const sum = chosen.reduce((total, action) => total + (mix[action] as number), 0);
  return (index) => {
    // Steps of the golden ratio spread evenly over the range.
    let place = ((index * 0.618_033_988_749_895) % 1) * sum;
    for (const action of chosen) {
      place -= mix[action] as number;
      if (place < 0) return action;
    }
    return chosen.at(-1) as Action;
  };
}
