import { Fragment, type ReactNode } from 'react';

/** Draws the items of a text that never changes on the page, so their positions are their keys. */
export function Each<T>({
  of,
  children,
}: {
  of: readonly T[];
  children: (item: T, at: number) => ReactNode;
}) {
  return Array.from(of, (item, at) => <Fragment key={at}>{children(item, at)}</Fragment>);
}
