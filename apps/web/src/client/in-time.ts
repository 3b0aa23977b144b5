import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Whether a notice over the page may show: it was ready when this page was first drawn, and still is. One that comes
 * to know later waits for the next page, so that what is being read does not jump.
 */
export function useInTime(isReady: boolean): boolean {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [drawn, setDrawn] = useState({ path, isInTime: isReady });
  const isNew = drawn.path !== path;
  if (isNew) setDrawn({ path, isInTime: isReady });
  return isReady && (isNew || drawn.isInTime);
}
