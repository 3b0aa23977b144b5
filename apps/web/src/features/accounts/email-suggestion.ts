/** Mail providers whose names are mistyped often, of the countries of the site. */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'outlook.es',
  'outlook.it',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.it',
  'yahoo.es',
  'icloud.com',
  'live.com',
  'live.nl',
  'live.be',
  'live.fr',
  'protonmail.com',
  'hotmail.nl',
  'hotmail.be',
  'ziggo.nl',
  'kpnmail.nl',
  'xs4all.nl',
  'telenet.be',
  'skynet.be',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'web.de',
  't-online.de',
  'freenet.de',
  'bluewin.ch',
  'orange.fr',
  'free.fr',
  'wanadoo.fr',
  'laposte.net',
  'hotmail.fr',
  'libero.it',
  'virgilio.it',
  'hotmail.it',
  'hotmail.es',
  'wp.pl',
  'o2.pl',
  'onet.pl',
  'interia.pl',
];

/** Only long names may be wrong in two places: `web.be` is more than a slip away from `web.de`. */
const LONG_NAME = 5;

/** The address that was probably meant, for "did you mean"; undefined when there is nothing to suggest (S5-008). */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || DOMAINS.includes(domain)) return undefined;
  const similar = DOMAINS.filter((known) => known[0] === domain[0]);
  const near =
    similar.find((known) => isOneSlipAway(domain, known)) ??
    similar.find((known) => isOneSlipInEachHalf(domain, known));
  return near && `${email.slice(0, at)}@${near}`;
}

/** A slip in the name and another in what follows its dot, as in `gmial.con`. */
function isOneSlipInEachHalf(typed: string, known: string): boolean {
  const [typedName, typedEnd] = halves(typed);
  const [knownName, knownEnd] = halves(known);
  return (
    knownName.length >= LONG_NAME && isOneSlipAway(typedName, knownName) && isOneSlipAway(typedEnd, knownEnd)
  );
}

function halves(domain: string): [name: string, end: string] {
  const dot = domain.indexOf('.');
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
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
