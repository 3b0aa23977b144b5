import type { PublicSettings } from '@heartline/contracts';
import { messagePrice, photoPrice } from '@heartline/domain';
import { keys, queryClient } from '../../../client/query.ts';
import type { Row } from '../conversation-rows.ts';
import type { ActionContext } from './message-action.ts';

/**
 * Whether nothing was paid for a message, so that no credits come back with it. No row says what it cost, so this goes by
 * what it would cost now; where prices changed since, the server gives back what was paid all the same.
 */
export function wasFree({ kind }: Row, { profile }: ActionContext): boolean {
  const settings = queryClient.getQueryData<PublicSettings>(keys.settings);
  if (!settings || kind === 'gift') return false;
  return (kind === 'photo' ? photoPrice : messagePrice)(settings, profile) === 0;
}
