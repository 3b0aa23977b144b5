/** Mail providers of the site's countries whose names are often mistyped. */
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
  'outlook.be',
  'outlook.at',
  'outlook.ie',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.it',
  'yahoo.es',
  'yahoo.ie',
  'icloud.com',
  'live.com',
  'live.nl',
  'live.be',
  'live.fr',
  'live.de',
  'live.it',
  'live.ie',
  'protonmail.com',
  'hotmail.nl',
  'hotmail.be',
  'hotmail.de',
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
  'op.pl',
  'onet.pl',
  'interia.pl',
];

/** Only long names are corrected: `op.pl` is no typo of `o2.pl`, and `love.com` none of `live.com`. */
const LONG_NAME = 5;

/** The probably intended address, for "did you mean"; undefined when there is no suggestion (S5-008). */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || DOMAINS.includes(domain)) return undefined;
  const near = DOMAINS.find((known) => known[0] === domain[0] && isMeant(domain, known));
  return near && `${email.slice(0, at)}@${near}`;
}

/** A typo in the name, in the part after the dot, or in both, as in `gmial.con`; or a missing dot. */
function isMeant(typed: string, known: string): boolean {
  const [typedName, typedEnd] = halves(typed);
  const [name, end] = halves(known);
  if (typedEnd === '') return typed === name + end;
  const isName = typedName === name || (name.length >= LONG_NAME && isOneSlipAway(typedName, name));
  return isName && (typedEnd === end || (isOneSlipAway(typedEnd, end) && !areCountries(typedEnd, end)));
}

function halves(domain: string): [name: string, end: string] {
  const dot = domain.indexOf('.');
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Endings of two countries are both valid: a member with `hotmail.de` does not mean `hotmail.be`. */
function areCountries(...ends: readonly string[]): boolean {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return ends.every((end) => {
    const last = end.slice(end.lastIndexOf('.') + 1);
    return /^[a-z]{2}$/.test(last) && names.of(last.toUpperCase()) !== undefined;
  });
}

/** One letter too many, missing or wrong, or two swapped. */
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
