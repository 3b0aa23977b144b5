/** Thrown by what brings a message to the server: it was not sent, since its picture did not get there. */
export class NeverSent extends Error {}
/** The member took it back while its picture was on the way. */
export class SendCancelled extends NeverSent {
  override name = 'SendCancelled';
}
/** The line is too slow for its picture. */
export class SendGivenUp extends NeverSent {
  override name = 'SendGivenUp';
}

/** Its picture did not get to the server this time. The message has not left yet: it can be changed until the next try. */
export class SendPutOff extends NeverSent {
  override name = 'SendPutOff';
}
