import type { PublicSettings } from '@heartline/contracts';
import { hasTrafficSource, visitorSearch } from '@heartline/domain';
import { storedTracking } from './tracking.ts';

/** The part of a search that a visitor in this browser may see. The server decides the same from its own copy. */
export function visitorSearchHere(settings: PublicSettings): 'none' | 'basic' | 'full' {
  return visitorSearch(settings, hasTrafficSource(storedTracking()));
}
