import type { ErrorCode } from '@heartline/contracts';

/** Thrown by `send` when a try ended without an answer for a known reason. */
export class SendEnded extends Error {}
/** The member cancelled the photo during its upload. */
export class SendCancelled extends SendEnded {
  override name = 'SendCancelled';
}
/** Not sent: the photo can't be uploaded. */
export class SendGivenUp extends SendEnded {
  override name = 'SendGivenUp';
}

/** The photo was not uploaded this time. The message was not sent, so it can be changed until the next try. */
export class SendPutOff extends SendEnded {
  override name = 'SendPutOff';
}

/** Every try failed because of this message. It may be stored; its key prevents a second one. */
export class SendBroken extends SendEnded {
  override name = 'SendBroken';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(`every send attempt failed: ${code}`);
    this.code = code;
  }
}
