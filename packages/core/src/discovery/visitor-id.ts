import { createHmac, timingSafeEqual } from 'node:crypto';

const VISITOR = /^([0-9a-f]{24})\.([\w-]{22})$/;

/** A visitor's id with our signature: the value of the cookie. */
export function signVisitor(visitor: string, secret: string): string {
  return `${visitor}.${signature(visitor, secret)}`;
}

/** The visitor of a cookie; undefined without a valid signature. */
export function readVisitor(cookie: string | undefined, secret: string): string | undefined {
  const [, visitor, given] = VISITOR.exec(cookie ?? '') ?? [];
  if (!visitor || !given) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(given), Buffer.from(signature(visitor, secret)));
  return isOurs ? visitor : undefined;
}

/** A network in the form that is counted: the address cannot be recovered from it. */
export function networkKey(network: string, secret: string): string {
  return createHmac('sha256', secret).update(`network ${network}`).digest('hex').slice(0, 24);
}

function signature(visitor: string, secret: string): string {
  return createHmac('sha256', secret).update(`visitor ${visitor}`).digest('base64url').slice(0, 22);
}
