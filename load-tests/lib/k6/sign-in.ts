import { check } from 'k6';
import http from 'k6/http';
import { ANSWER_MS } from '../member-outbox.ts';
import type { WorldFile } from '../world-file.ts';
import { world } from './settings.ts';

/** A member whose actions a VU performs. */
export interface Member {
  id: string;
  /** The id of the other member of the pair. */
  peer: string;
  /** Origin of the gateway that the member enters first. */
  origin: string;
  /** Value of the Cookie header. */
  cookie: string;
}

/**
 * Signs all members in, the two of a pair on different gateways, so that their messages cross gateways. Members without
 * a session from the world use their passwords.
 */
export function signEverybodyIn(): Member[] {
  return world.members.map((member, index) => {
    const { origin } = world.gateways[index % world.gateways.length] as WorldFile['gateways'][number];
    const peer = world.members[index % 2 === 0 ? index + 1 : index - 1] ?? member;
    const session = member.session ?? signIn(origin, member);
    return { id: member.id, peer: peer.id, origin, cookie: `__Host-session=${session}` };
  });
}

function signIn(origin: string, { email, password }: WorldFile['members'][number]): string | undefined {
  const response = http.post(origin + world.names.logIn, JSON.stringify({ email, password }), {
    // Otherwise one member's session would replace the one before.
    jar: new http.CookieJar(),
    timeout: ANSWER_MS,
    headers: { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  const session = response.cookies['__Host-session']?.[0]?.value;
  check(response, { 'signs in': ({ status }) => status === 200 && session !== undefined });
  return session;
}
