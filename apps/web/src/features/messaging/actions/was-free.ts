import type { PublicSettings } from '@heartline/contracts';
import { messagePrice, photoPrice } from '@heartline/domain';
import { keys, queryClient } from '../../../client/query.ts';
import type { Row } from '../conversation-rows.ts';
import type { ActionContext } from './message-action.ts';

/**
 * True if a message cost nothing, so that no credits come back. Decided by today's price, because rows have no price.
 * After a price change the server still returns what was paid.
 */
export function wasFree({ kind }: Row, { profile }: ActionContext): boolean {
  const settings = queryClient.getQueryData<PublicSettings>(keys.settings);
  if (!settings || kind === 'gift') return false;
  return (kind === 'photo' ? photoPrice : messagePrice)(settings, profile) === 0;
}
