import type { FieldError, Locale } from '@heartline/contracts';
import { parse } from 'tldts';
import unhomoglyph from 'unhomoglyph';

/** Words that make a name look like the site's staff, without accents. The site's own name is added. */
const RESERVED = wordsOf({
  en: 'support admin administrator administration moderator moderation staff system helpdesk webmaster customerservice customersupport customercare',
  nl: 'klantenservice klantendienst beheerder beheer ondersteuning medewerker systeem',
  de: 'kundenservice kundendienst kundensupport kundenbetreuung betreiber verwaltung moderatorin administratorin mitarbeiter mitarbeiterin',
  es: 'soporte soportetecnico atencionalcliente servicioalcliente administrador administradora administracion moderador moderadora moderacion sistema',
  fr: 'assistance serviceclient serviceclients supportclient administrateur administratrice moderateur moderatrice systeme',
  it: 'assistenza assistenzaclienti servizioclienti amministratore amministratrice amministrazione moderatore moderatrice moderazione',
  pl: 'obsluga obslugaklienta biuroobslugi wsparcie pomoctechniczna administratorka administracja moderatorka moderacja',
});

/** Words that are harmless alone, but may accompany a reserved word. */
const BESIDE = wordsOf({
  en: 'the team official service uk eu',
  nl: 'officieel nl be',
  de: 'offiziell de at ch',
  es: 'equipo oficial es',
  fr: 'equipe officiel fr',
  it: 'ufficiale it',
  pl: 'zespol oficjalny pl',
});

function wordsOf(languages: Record<Locale, string>): string[] {
  return Object.values(languages).flatMap((words) => words.split(' '));
}

/** Digits and symbols used for letters that Unicode does not list as look-alikes. */
const USED_FOR: Readonly<Record<string, string>> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  ß: 'b',
  // Unicode maps I and 1 to a small L.
  l: 'i',
};

/**
 * The visual form of a text: without case, accents and look-alikes, by the Unicode confusables (UTS #39) in
 * `unhomoglyph`. A letter without a Latin twin is looked up in its other case, for small capitals such as т.
 */
function glance(text: string): string {
  const bare = plain(text);
  const latin = [...bare].map((letter) => {
    const looks = [letter, letter.toLowerCase(), letter.toUpperCase()].map((one) => plain(unhomoglyph(one)));
    return looks.find((look) => /^[a-z0-9]+$/i.test(look)) ?? letter;
  });
  return [...latin.join('').toLowerCase()]
    .map((letter) => USED_FOR[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

const NO_NAME_SIGN = /[^\p{L}\p{M}\p{N}]/gu;
const RESERVED_LOOKS = RESERVED.map(glance);
const BESIDE_LOOKS = BESIDE.map(glance);

/** True if a name looks like the site's staff: a reserved word, alone or joined to others or digits. */
function looksOfficial(name: string, siteName: string): boolean {
  const reserved = [...RESERVED_LOOKS, glance(siteName.replace(NO_NAME_SIGN, ''))].filter(Boolean);
  const onlyWords = new RegExp(`^(?:${[...reserved, ...BESIDE_LOOKS].join('|')})+$`, 'u');
  const parts = [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)];
  return parts.some((part) => {
    const joined = part.replace(NO_NAME_SIGN, '');
    return [joined, joined.replace(/^\d+|\d+$/g, '')]
      .map(glance)
      .some((look) => onlyWords.test(look) && reserved.some((word) => look.includes(word)));
  });
}

/** True if a mail program would turn part of the name into a link: a domain under a public suffix. */
function holdsAddress(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}\p{N}.-]+/u)
    .map((part) => part.replace(/^[.-]+|[.-]+$/g, ''))
    .some((part) => part.includes('.') && isAddress(part));
}

function isAddress(text: string): boolean {
  const { isIcann, isIp } = parse(text);
  return isIcann === true || isIp === true;
}

/**
 * Why a well-formed name is refused: it would carry an address into mails to strangers, or looks like staff.
 */
export function nameRefused(name: string, siteName: string): FieldError | undefined {
  if (holdsAddress(name)) return 'NAME_IS_WEB_ADDRESS';
  return looksOfficial(name, siteName) ? 'NAME_IS_RESERVED' : undefined;
}
