import type { AccountRow, DeletionMark } from './account.model.ts';

/** Whether a deleted account can be brought back by its member: not if an operator closed it. */
export const hasWayBack = (deletion: AccountRow['deletion']): deletion is DeletionMark =>
  deletion !== undefined && deletion !== null && deletion.statusBefore !== 'disabled';
