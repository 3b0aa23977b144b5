import { createContext, useContext, useLayoutEffect } from 'react';
import type { CustomContainerComponentProps } from 'virtua';

/** Told when the drawn rows became higher or lower together, before anybody sees it. */
export const RowsMeasured = createContext<() => void>(() => {});

/** What the drawn rows stand in: as high as all rows are together. */
export function ListRows({ style, children, ref }: CustomContainerComponentProps) {
  const onMeasured = useContext(RowsMeasured);
  const { height } = style;
  // The list first makes up by itself for what it measured further up.
  useLayoutEffect(() => {
    if (height !== undefined) queueMicrotask(onMeasured);
  }, [height, onMeasured]);
  return (
    <div ref={ref} style={style}>
      {children}
    </div>
  );
}
