import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * True when a notice over the page may show: it was ready at the first render and still is. A notice that is ready
 * later waits for the next page, so that the content does not jump.
 */
export function useInTime(isReady: boolean): boolean {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [drawn, setDrawn] = useState({ path, isInTime: isReady });
  const isNew = drawn.path !== path;
  if (isNew) setDrawn({ path, isInTime: isReady });
  return isReady && (isNew || drawn.isInTime);
}
