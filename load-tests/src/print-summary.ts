interface Group {
  checks: { name: string; passes: number; fails: number }[];
  groups: Group[];
}

/** What k6 hands to `handleSummary`, as far as it is used here. */
export interface Summary {
  root_group: Group;
  metrics: Record<
    string,
    { type: string; values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> }
  >;
}

/** Prints a table: what was counted and measured, each threshold with its verdict, each check. */
export function printSummary(summary: Summary): void {
  const ours = Object.entries(summary.metrics).filter(
    ([name, { thresholds }]) => thresholds || /^(message|socket)/.test(name),
  );
  console.table(
    Object.fromEntries(
      ours.map(([name, { values, thresholds = {} }]) => [
        name,
        {
          value: valueOf(values),
          wanted: Object.entries(thresholds)
            .map(([rule, { ok }]) => `${ok ? '✓' : '✗'} ${rule}`)
            .join(', '),
        },
      ]),
    ),
  );
  for (const { name, passes, fails } of checksOf(summary.root_group)) {
    console.log(`${fails === 0 ? '✓' : '✗'} ${name} (${passes} of ${passes + fails})`);
  }
}

function valueOf(values: Record<string, number>): string {
  if ('count' in values) return String(values['count']);
  if ('rate' in values) return String(values['rate']);
  return Object.entries(values)
    .map(([stat, value]) => `${stat} ${value.toFixed(0)}`)
    .join(', ');
}

function checksOf({ checks, groups }: Group): Group['checks'] {
  return [...groups.flatMap(checksOf), ...checks];
}
