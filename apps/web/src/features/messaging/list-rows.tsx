import { createContext, useContext, useLayoutEffect } from 'react';
import type { CustomContainerComponentProps } from 'virtua';

/** Called when the total height of the rendered rows changed, before paint. */
export const RowsMeasured = createContext<() => void>(() => {});

/** Container of the rendered rows, as high as all rows together. */
export function ListRows({ style, children, ref }: CustomContainerComponentProps) {
  const onMeasured = useContext(RowsMeasured);
  const { height } = style;
  // The list first corrects its own scroll position for rows measured above.
  useLayoutEffect(() => {
    if (height !== undefined) queueMicrotask(onMeasured);
  }, [height, onMeasured]);
  return (
    <div ref={ref} style={style}>
      {children}
    </div>
  );
}
