import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';

/** Next rows to render of a list that changed. */
export interface Step<Row> {
  rows: readonly Row[];
  /** This step changes the front, so the list must keep its distance from the end. */
  isShifted: boolean;
  /** False when the end changes too, in the next step. */
  isLast: boolean;
}

interface Keyed {
  key: string;
}

/**
 * Next step from the rendered rows to the wanted ones. A list that changes at both ends at once can't be kept still, so
 * the front changes first. Lists without a common row are replaced.
 */
export function stepTowards<Row extends Keyed>(drawn: readonly Row[], wanted: readonly Row[]): Step<Row> {
  const rest = { rows: wanted, isShifted: false, isLast: true };
  const [first] = drawn;
  const last = drawn.at(-1);
  const end = wanted.at(-1);
  if (!first || !last || !end || first.key === wanted[0]?.key) return rest;
  const positions = new Map(wanted.map((row, index) => [row.key, index]));
  if (!drawn.some((row) => positions.has(row.key))) return rest;
  if (last.key === end.key) return { rows: wanted, isShifted: true, isLast: true };
  const lastAt = positions.get(last.key);
  if (lastAt !== undefined) return { rows: wanted.slice(0, lastAt + 1), isShifted: true, isLast: false };
  const endAt = drawn.findIndex((row) => row.key === end.key);
  if (endAt < 0) return rest;
  return { rows: [...wanted, ...drawn.slice(endAt + 1)], isShifted: true, isLast: false };
}

/** Rows to render now, one step at a time. Another `list` is rendered as it is. */
export function useSteadyRows<Row extends Keyed>(wanted: readonly Row[], list: number): Step<Row> {
  const drawn: RefObject<{ rows: readonly Row[]; list: number }> = useRef({ rows: [], list });
  const [, goOn] = useReducer((count: number) => count + 1, 0);
  const isSame = drawn.current.list === list;
  const step = stepTowards(isSame ? drawn.current.rows : [], wanted);
  const { rows, isLast } = step;
  useLayoutEffect(() => {
    drawn.current = { rows, list };
    if (!isLast) goOn();
  }, [drawn, rows, isLast, list]);
  return step;
}
