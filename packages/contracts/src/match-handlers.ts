/**
 * Stops start-up unless every contract has exactly one handler and every handler a contract of the registry.
 * Throws an error that names each one at fault. `kind` says what they are: calls, events, jobs.
 */
export function matchHandlers<C extends { name: string }>(
  kind: string,
  contracts: readonly C[],
  handlers: readonly { contract: C }[],
): void {
  const counts = new Map<C, number>();
  for (const { contract } of handlers) counts.set(contract, (counts.get(contract) ?? 0) + 1);
  const problems = [
    ...contracts.filter((one) => !counts.has(one)).map((one) => `${one.name} has no handler`),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([one, count]) => `${one.name} has ${count} handlers`),
    ...[...counts.keys()]
      .filter((one) => !contracts.includes(one))
      .map((one) => `${one.name} is not in the registry`),
  ];
  if (problems.length > 0)
    throw new Error(`Contracts of ${kind} and their handlers do not match: ${problems.join('; ')}.`);
}
