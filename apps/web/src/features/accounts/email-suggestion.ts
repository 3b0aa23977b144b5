/** Mail providers whose names are mistyped often. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'live.nl',
  'hotmail.nl',
  'ziggo.nl',
  'kpnmail.nl',
  'telenet.be',
  'gmx.de',
  'web.de',
  't-online.de',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'hotmail.fr',
  'libero.it',
  'hotmail.it',
  'hotmail.es',
  'wp.pl',
  'onet.pl',
  'interia.pl',
];

/** The address that was probably meant, for "did you mean"; undefined when there is nothing to suggest. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || DOMAINS.includes(domain)) return undefined;
  const near = DOMAINS.find((known) => known[0] === domain[0] && isOneSlipAway(domain, known));
  return near && `${email.slice(0, at)}@${near}`;
}

/** One letter too many, too few, wrong, or two swapped. */
function isOneSlipAway(typed: string, known: string): boolean {
  let start = 0;
  while (start < known.length && typed[start] === known[start]) start += 1;
  const typedRest = typed.slice(start);
  const knownRest = known.slice(start);
  const isSwapped =
    typedRest[0] === knownRest[1] &&
    typedRest[1] === knownRest[0] &&
    typedRest.slice(2) === knownRest.slice(2);
  return (
    isSwapped ||
    typedRest.slice(1) === knownRest ||
    typedRest === knownRest.slice(1) ||
    typedRest.slice(1) === knownRest.slice(1)
  );
}
