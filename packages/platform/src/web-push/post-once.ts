import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** The answer without its body, which is not needed. */
export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
}

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv6');
}

/**
 * Resolves a name to public addresses only. The connection uses the checked address, so a later change of the name has
 * no effect.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const open = error ? [] : addresses.filter(({ address }) => !isPrivate(address));
    const [first] = open;
    if (!first) {
      callback(error ?? new Error(`${hostname} is not on the public network`), '', 0);
      return;
    }
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * One POST to an untrusted address, with a deadline and without redirects. Only public addresses are allowed, unless
 * `local` marks a stand-in. Rejects when there is no answer.
 */
export function postOnce(
  url: string,
  init: {
    headers: Record<string, string | number>;
    body: Buffer | undefined;
    deadlineMs: number;
    local: boolean;
  },
): Promise<PostAnswer> {
  const options: RequestOptions = {
    method: 'POST',
    headers: init.headers,
    signal: AbortSignal.timeout(init.deadlineMs),
    ...(init.local ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    };
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    send(url, options, answered).once('error', reject).end(init.body);
  });
}
