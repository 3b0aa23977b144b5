import type { AccountRow, DeletionMark } from './account.model.ts';

/** True if the member may reactivate a deleted account: not after an operator closed it. */
export const hasWayBack = (deletion: AccountRow['deletion']): deletion is DeletionMark =>
  deletion !== undefined && deletion !== null && deletion.statusBefore !== 'disabled';
