import { createContext, useContext, useLayoutEffect } from 'react';
import type { CustomContainerComponentProps } from 'virtua';

/** Called when the total height of the rendered rows changed, before paint. */
export const RowsMeasured = createContext<() => void>(() => {});

/**
 * Style of a container whose rows can be pressed while it scrolls. The list itself would ignore presses until it rests,
 * and a scroll of its own between press and release would lose the press.
 */
const pressable = ({ pointerEvents: _, ...style }: CustomContainerComponentProps['style']) => style;

/** Container of the rendered conversations. */
export function ConversationRows({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} style={pressable(style)}>
      {children}
    </ul>
  );
}

/** Container of the rendered messages, as high as all rows together. */
export function ListRows({ style, children, ref }: CustomContainerComponentProps) {
  const onMeasured = useContext(RowsMeasured);
  const { height } = style;
  // The list first corrects its own scroll position for rows measured above.
  useLayoutEffect(() => {
    if (height !== undefined) queueMicrotask(onMeasured);
  }, [height, onMeasured]);
  return (
    <div ref={ref} style={pressable(style)}>
      {children}
    </div>
  );
}
