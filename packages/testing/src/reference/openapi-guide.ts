import { CONSTANTS, LIMITS, PHOTO_BOUNDS, PHOTO_BYTES, PHOTO_PIXELS } from '@heartline/contracts';

const MIB = 1024 * 1024;

/** Rules for every call: the description of the OpenAPI document. Markdown. */
export const GUIDE = `Made from the contracts in \`packages/contracts\`; do not edit. The live events are in \`events.md\`.

## Addresses

One installation serves several sites, each under host names of its own. The \`Host\` header chooses the site; an unknown
host gets the default site. The demo of \`npm start\` has two gateways: \`http://a.localhost:3001\` and
\`http://b.localhost:3002\`. Where \`*.localhost\` does not resolve, connect to 127.0.0.1 and send the \`Host\` header.
The host names differ because cookies ignore ports.

## Origin

Every call that changes state needs proof that it comes from the site’s own pages. That is every method but GET, and the
GET calls that say "Changes state". Browsers send \`Sec-Fetch-Site\` by themselves. Any other client sends
\`Origin: <scheme>://<host>[:<port>]\` with the address that the operator configured (\`PUBLIC_ORIGIN\` or
\`ALLOWED_ORIGINS\`), which for the demo is the address above. Without either header, or with another origin, the answer is
403 FOREIGN_ORIGIN.

## Signing in

\`POST /api/user.php\` is public: it takes an e-mail address and a password, and sets two cookies. \`__Host-session\` is the
session (${CONSTANTS.sessionDays} days). \`__Host-device\` tells a known device from a stranger’s, so keep it after a log-out.
Both are \`Secure\`, \`HttpOnly\` and \`SameSite=Lax\`. Browsers keep them for plain \`http://*.localhost\`; most HTTP libraries
don’t, and then they send nothing back over plain HTTP. Such a client reads \`Set-Cookie\` itself and sends
\`Cookie: __Host-session=…\` itself. \`GET /api/logout.php\` ends the session. An answer with
\`authentication_required: true\` means that the session is over. The fifth wrong password in a row
from unknown devices blocks log-ins for ${CONSTANTS.loginBlockMinutes} minutes (LOGIN_BLOCKED).

\`POST /api/signup.php\` is public too. It mails a link with a \`token\` and signs in as \`not_confirmed\`;
\`POST /api/activate.php\` takes the token, with the cookies of the sign-up, and makes the account active. Until then \`POST /api/user.php\` answers
NOT_CONFIRMED, and only calls "For: signed-in" are open.

\`X-Member\` may name the member that a page was loaded for. Another one in the session is refused with ANOTHER_MEMBER.

## Bodies

A body is JSON in UTF-8, at most 128 KiB, with the content type \`application/json\` and no parameter but
\`charset=utf-8\`. Unknown properties, a property given twice, and a query beside a body are refused with VALIDATION_FAILED.
Queries are plain text: no parameter twice, whole numbers as digits only. Times are milliseconds since 1970.
The language of texts in answers is that of the cookie \`${CONSTANTS.languageCookie}\`, else that of the site.

An upload is the bytes of one picture as the whole body, with \`Content-Length\` and an \`image/…\` content type or
\`application/octet-stream\`: no form. At most ${PHOTO_BYTES / MIB} MiB and ${PHOTO_PIXELS / 1_000_000} megapixels.
The short side of a profile photo has at least ${PHOTO_BOUNDS.profile.leastSide} pixels, that of a chat photo ${PHOTO_BOUNDS.chat.leastSide}; the long side is at most
${PHOTO_BOUNDS.profile.ratio} and ${PHOTO_BOUNDS.chat.ratio} times as long.

## Answers

A refusal has an \`Error\` as its body; \`code\` never changes, \`message\` is for people. A path that exists but not with this
method answers 405 METHOD_NOT_ALLOWED and names the methods in \`Allow\`. 429 RATE_LIMITED comes with \`Retry-After\` in seconds.
Limits count by member, or by network (an IPv4 address, a /64 of IPv6). Every answer has an \`X-Request-Id\`. What other
members changed of their profiles may be 3 s old.

Try again after a failed connection, 408, 429, 502, 503 and 504, with growing waits: a GET always, anything else only if it
has a key of its own (\`clientId\` or \`key\`) or says that repeating changes nothing.

## Sending a message, exactly once

Make one \`clientId\` (a UUID) for a message and keep it with the text. Repeat the call with the same \`clientId\` and the same
content until an answer comes: it is stored and paid once, and each repetition gets the same answer. Other content under the
same key is KEY_REUSED. SEND_EXPIRED means that the server gave this key up after 20 s and returned the credits: send the
same content under \`<clientId>.2\`, then \`.3\`, up to \`.9\`. \`credits\` is the price that the member saw: a higher one is
refused with PRICE_CHANGED.

## Pictures

The address of a picture is \`cdn_prefix\` of the settings followed by its \`filename\`, with nothing added. It is signed for the
member who asked and works for them alone, with their session cookie. Anything else is 404. At most
${LIMITS.media.points.toLocaleString('en')} in ${LIMITS.media.seconds} s.
`;

/** Description of each group of calls. */
export const TAGS: Readonly<Record<string, string>> = {
  site: 'Settings of the site, its company and its regions.',
  accounts: 'Sign-up, log-in, sessions, passwords, export and deletion.',
  safety: 'Blocks, reports, cases and invisible mode.',
  profiles: 'Profiles and their pictures.',
  credits: 'The credits statement and limits of one’s own spending.',
  payments: 'Credit packs, payments and refunds.',
  messaging: 'Conversations, messages, photos and gifts.',
  likes: 'Likes and matches.',
  discovery: 'Search, match finder and swipe game.',
  notifications: 'Pushes, mails and their settings.',
  pages: 'Pages of the site.',
  health: 'Whether a gateway works.',
};
