import { copyText } from './copy-text.tsx';
import type { MessageAction } from './message-action.ts';
import { recallPhoto } from './recall-photo.tsx';
import { reply } from './reply.tsx';
import { report } from './report.tsx';
import { takeBackAction } from './take-back.tsx';

/** All actions on a message, in menu order. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [
  reply,
  copyText,
  takeBackAction,
  recallPhoto,
  report,
];
