import {
  hasSlug,
  type LanderCampaign,
  type LanderTexts,
  type Locale,
  landerCampaign,
  CAMPAIGN_LIMITS as MOST,
} from '@heartline/contracts';

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/^lander$/, 'no such lander'],
  [/^slug$/, 'a slug has 1 to 40 small letters, digits and hyphens'],
  [/language$/, 'no language of this product'],
  [/^variants$/, `a campaign has 1 to ${MOST.variants} variants`],
  [/name$/, 'a variant is named by 1 to 20 small letters, digits and hyphens'],
  [/weight$/, 'a weight is a whole number from 1 to 100'],
  [/headline$/, `a headline has 1 to ${MOST.headline} characters on one line`],
  [/promise$/, `a promise has 1 to ${MOST.promise} characters on one line`],
  [/button$/, `a button has 1 to ${MOST.button} characters on one line`],
  [/lines/, `there are 1 to ${MOST.lines} lines of 1 to ${MOST.line} characters`],
  [/pictures/, `there are at most ${MOST.pictures} pictures, each the name of a file`],
  [/video/, 'a video has a file and a poster'],
];

/** Reads a campaign file whole. Refused with every fault, one a line, each with its place. */
export function readCampaign(
  file: unknown,
  locales: readonly Locale[],
): { campaign: LanderCampaign } | { problem: string } {
  const parsed = landerCampaign.safeParse(file);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, code, ...issue }) => {
      const place = path.join('.');
      if (code === 'unrecognized_keys' && 'keys' in issue)
        return fault(place, `unknown: ${issue.keys.map((key) => key.slice(0, 40)).join(', ')}`);
      return fault(place, SHAPES.find(([at]) => at.test(place))?.[1] ?? 'not as it should be');
    });
    return { problem: [...new Set(faults)].join('\n') };
  }
  const faults = [...ruleFaults(parsed.data, locales)];
  return faults.length > 0 ? { problem: faults.join('\n') } : { campaign: parsed.data };
}

const fault = (place: string, reason: string) => (place ? `${place}: ${reason}` : `the file: ${reason}`);

function* ruleFaults(given: LanderCampaign, locales: readonly Locale[]): Generator<string> {
  const { lander, slug, language, variants } = given;
  if (slug !== undefined && !hasSlug(lander)) yield fault('slug', `the address of ${lander} takes no slug`);
  if (language && !locales.includes(language)) yield fault('language', `${language} is none of this site`);
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (sum !== 100) yield fault('variants', `the weights add up to ${sum}, not 100`);
  const names = variants.map(({ name }) => name);
  if (new Set(names).size < names.length) yield fault('variants', 'two variants have the same name');
  for (const [index, one] of variants.entries()) {
    const place = `variants.${index}`;
    yield* languageFaults(`${place}.texts`, one.texts, locales);
    for (const [at, name] of (one.pictures ?? []).entries())
      yield* fileFaults(`${place}.pictures.${at}`, name, PICTURES);
    if (one.video) {
      yield* fileFaults(`${place}.video.file`, one.video.file, VIDEOS);
      yield* fileFaults(`${place}.video.poster`, one.video.poster, PICTURES);
    }
  }
}

/** A campaign speaks every language of its site, or none: then the page has its own words. */
function* languageFaults(
  place: string,
  given: Partial<Record<Locale, LanderTexts>> | undefined,
  locales: readonly Locale[],
): Generator<string> {
  if (!given) return;
  const missing = locales.filter((one) => !given[one]);
  if (missing.length > 0) yield fault(place, `missing: ${missing.join(', ')}`);
}

const PICTURES = { ends: /\.(?:jpe?g|png|webp)$/i, says: 'a picture is a jpg, png or webp file' };
const VIDEOS = { ends: /\.(?:mp4|webm)$/i, says: 'a video is an mp4 or webm file' };

function* fileFaults(place: string, name: string, kind: typeof PICTURES): Generator<string> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(name)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'https') {
    yield fault(place, `${scheme}: is refused; name a file beside the campaign, or an https address`);
    return;
  }
  const path = scheme === 'https' && URL.canParse(name) ? new URL(name).pathname : name;
  if (!kind.ends.test(path)) yield fault(place, kind.says);
}
