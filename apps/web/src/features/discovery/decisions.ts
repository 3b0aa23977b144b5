import { beforeLogOut } from '../../client/before-log-out.ts';
import { createTurns } from '../../client/turns.ts';

/**
 * Decisions on the people of the match finder, for the server in the order they were made: a pass that overtook its own
 * undo would stay, and somebody would be gone whom the member took back. Once they are over, who is asked for is nobody
 * decided on.
 */
export const decisions = createTurns();

beforeLogOut(decisions.over);
