import type { ErrorCode } from '@heartline/contracts';

/** Thrown by what brings a message to the server: this try has no answer, for a reason that is known. */
export class SendEnded extends Error {}
/** The member took it back while its picture was on the way. */
export class SendCancelled extends SendEnded {
  override name = 'SendCancelled';
}
/** It was not sent: the line is too slow for its picture. */
export class SendGivenUp extends SendEnded {
  override name = 'SendGivenUp';
}

/** Its picture did not get to the server this time. The message has not left yet: it can be changed until the next try. */
export class SendPutOff extends SendEnded {
  override name = 'SendPutOff';
}

/** It fails by itself, time after time. Whether it arrived is not known; sent again under its key it arrives once. */
export class SendBroken extends SendEnded {
  override name = 'SendBroken';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(`each try to send it ended with ${code}`);
    this.code = code;
  }
}
