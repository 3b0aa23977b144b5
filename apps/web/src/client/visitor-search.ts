import type { PublicSettings } from '@heartline/contracts';
import { hasTrafficSource, visitorSearch } from '@heartline/domain';
import { storedTracking } from './tracking.ts';

/** What a visitor in this browser may see of a search; the server decides the same from its own copy. */
export function visitorSearchHere(settings: PublicSettings): 'none' | 'basic' | 'full' {
  return visitorSearch(settings, hasTrafficSource(storedTracking()));
}
