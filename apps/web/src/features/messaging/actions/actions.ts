import { copyText } from './copy-text.tsx';
import type { MessageAction } from './message-action.ts';
import { reply } from './reply.tsx';
import { report } from './report.tsx';

/** Everything that can be done with a message, in the order of its menu. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [reply, copyText, report];
