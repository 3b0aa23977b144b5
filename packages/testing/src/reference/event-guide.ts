import { type ErrorCode, LIMITS, OPERATORS_NAMESPACE } from '@heartline/contracts';
import { LIVE_WIRE } from '@heartline/platform';

const seconds = (ms: number) => `${ms / 1_000} s`;

/** Handling of the refusals that any event may get. */
export const COMMON_REFUSALS: readonly (readonly [ErrorCode, string])[] = [
  ['VALIDATION_FAILED', 'The payload does not fit; `fields` says where. Never repeat it as it is.'],
  ['RATE_LIMITED', 'Over the limit of the event. Wait until its seconds are over.'],
  ['UNAVAILABLE', 'Something the server needs is down. Try again with growing waits.'],
  ['INTERNAL', 'A fault of the server. Try again a few times, then give up.'],
  ['UNKNOWN_EVENT', 'This server has no such event. Trying again on this connection is of no use.'],
];

/** Instructions to connect, and rules for every event: the beginning of the event reference. Markdown. */
export const EVENT_GUIDE = `# Live events and jobs

Made from the contracts in packages/contracts; do not edit. What holds for calls as well (hosts, cookies, keys, pictures) is
in the description of [openapi.json](openapi.json).

## Connecting

Socket.IO protocol 5 on Engine.IO protocol 4, at \`/socket.io/\`, over WebSocket alone: switch long polling off.

- **Origin.** The handshake needs \`Origin\` with the site’s own origin, such as \`http://a.localhost:3001\`, and the matching
  \`Host\`. Without it the handshake is answered with 400.
- **Session.** The handshake brings \`Cookie: __Host-session=…\`. Many libraries don’t send a \`Secure\` cookie over plain HTTP:
  set the header yourself.
- **Member.** The connect packet may carry \`{ "member": "<id>" }\` (\`auth\` in client libraries): the member that is meant.
- **Time.** Join the namespace within ${seconds(LIVE_WIRE.connectTimeout)}, else the connection is closed.
- **Refusals.** The message of the \`connect_error\` is AUTHENTICATION_REQUIRED, ANOTHER_MEMBER, RATE_LIMITED (too many
  sockets of this member here) or UNAVAILABLE (try again).
- **Pings.** The server pings every ${seconds(LIVE_WIRE.pingInterval)}; no pong within ${seconds(LIVE_WIRE.pingTimeout)} closes the connection. Without a ping for
  ${seconds(LIVE_WIRE.pingInterval + LIVE_WIRE.pingTimeout)} a client should connect again.
- **Frames.** A frame of a client has at most ${LIVE_WIRE.maxHttpBufferSize.toLocaleString('en')} bytes, packet type and JSON together; a longer one closes the
  connection. Frames are text; binary packets close the connection.
- **Slow readers.** A client that does not read what it is sent is cut off. Connect again and fetch.

On the wire, with \`→\` from the client:

\`\`\`
→ GET /socket.io/?EIO=4&transport=websocket   Host, Origin, Cookie
← 0{"sid":"…","upgrades":[],"pingInterval":${LIVE_WIRE.pingInterval},"pingTimeout":${LIVE_WIRE.pingTimeout},"maxPayload":${LIVE_WIRE.maxHttpBufferSize}}
→ 40{"member":"0123456789abcdef01234567"}
← 40{"sid":"…"}
← 42["sync:ticked",{"version":{"epoch":"…","n":7},…}]
→ 420["conversation:read",{"conversation":"…","seq":3}]
← 430[{"ok":true,"value":{"readSeq":3,"num_unread_messages":0}}]
← 2
→ 3
\`\`\`

## Acks and limits

An event is sent with exactly one payload and an ack function; a packet of another shape is dropped without an answer. The ack
is \`{ ok: true, value }\` or \`{ ok: false, refusal: { code, values?, fields? } }\`. Codes are those of the calls. Any event may
be refused with:

${COMMON_REFUSALS.map(([code, what]) => `- \`${code}\`: ${what}`).join('\n')}

Limits count by socket, in windows that begin with the first event. All sockets of a member together may send five times as
much (\`DEVICES_PER_MEMBER\`). An ack that does not come within 10 s says nothing: the event may have been taken.

## Sending, exactly once

Keep \`clientId\` (a UUID) with the message until an ack comes. After a cut, send the same payload again: the message is stored
and paid once, and the ack is the same. It may be repeated over \`POST /api/message.php\` as well. KEY_REUSED: this key was used
for other content. SEND_EXPIRED: the server gave this key up after 20 s and returned the credits. Send the same content again
under \`<clientId>.2\`, then \`.3\`, up to \`.9\`. At most ${LIMITS.send.points} sends in ${LIMITS.send.seconds} s.

## Missing nothing

Durable events carry \`version\`. \`n\` grows by one with each; a gap or a new \`epoch\` means that something was missed: fetch
\`GET /api/user.php\`, \`chats.php\` and \`likes.php\`, which carry the version they hold for. \`sync:ticked\` comes right after
connecting and every 25 s, with the version the client should have. An early event tells its own place (\`seq\`), and may come
with \`version: null\`; \`sync:counted\` brings its number before the next event that has one, before a tick, and within a second
or so. Any event may come more than once, as after a
retry: ignore a message whose \`seq\` is known already.

Operators have a namespace of their own, \`${OPERATORS_NAMESPACE}\`, with the cookie \`__Host-operator\`. It takes no events.
`;
