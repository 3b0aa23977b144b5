import { isRegion, regionsOf } from '@heartline/i18n/server';
import type { Place } from '@heartline/platform';

/**
 * Maps the regions of the town list to our codes (ISO 3166-2). Other countries use the same codes already: on
 * the first level US and CH, on the second level BE, ES and IT. GB and IE are matched by name.
 */
const BY_FIRST_LEVEL: Partial<Record<string, Readonly<Record<string, string>>>> = {
  NL: pairs('01 DR 16 FL 02 FR 03 GE 04 GR 05 LI 06 NB 07 NH 15 OV 09 UT 10 ZE 11 ZH'),
  FR: pairs('84 ARA 27 BFC 53 BRE 24 CVL 94 COR 44 GES 32 HDF 11 IDF 28 NOR 75 NAQ 76 OCC 52 PDL 93 PAC'),
  DE: pairs(
    '01 BW 02 BY 16 BE 11 BB 03 HB 04 HH 05 HE 12 MV 06 NI 07 NW 08 RP 09 SL 13 SN 14 ST 10 SH 15 TH',
  ),
  AT: pairs('01 1 02 2 03 3 04 4 05 5 06 6 07 7 08 8 09 9'),
  AU: pairs('01 ACT 02 NSW 03 NT 04 QLD 05 SA 06 TAS 07 VIC 08 WA'),
  NZ: pairs(
    'E7 AUK E8 BOP E9 CAN F1 GIS F2 HKB F3 MWT F4 MBH F5 NSN F6 NTL F7 OTA F8 STL F9 TKI G1 WKO G2 WGN G3 WTC TAS TAS 10 CIT',
  ),
  CA: pairs('01 AB 02 BC 03 MB 04 NB 05 NL 07 NS 08 ON 09 PE 10 QC 11 SK 12 YT 13 NT 14 NU'),
  PL: pairs(
    '72 02 73 04 74 10 75 06 76 08 77 12 78 14 79 16 80 18 81 20 82 22 83 24 84 26 85 28 86 30 87 32',
  ),
};

/** Second-level names that differ from ours. */
const BY_NAME: Partial<Record<string, Readonly<Record<string, string>>>> = {
  GB: {
    'greater london': 'LND',
    anglesey: 'AGY',
    'sir powys': 'POW',
    'the scottish borders': 'SCB',
    'derry city and strabane': 'DRS',
    'rhondda cynon taf': 'RCT',
    'west northamptonshire': 'NTH',
    'north northamptonshire': 'NTH',
    'bournemouth, christchurch and poole council': 'BCP',
  },
  IE: {
    'an cabhán': 'CN',
    'an longfort': 'LD',
    'uíbh fhailí': 'OY',
    'fingal county': 'D',
    'south dublin': 'D',
    'dún laoghaire-rathdown': 'D',
  },
};

function pairs(words: string): Readonly<Record<string, string>> {
  const all = words.split(' ');
  return Object.fromEntries(all.flatMap((word, at) => (at % 2 === 0 ? [[word, all[at + 1] ?? '']] : [])));
}

/** The code of a place's region; undefined if our list has none for it. */
export function regionOf(place: Place): string | undefined {
  const { country, admin1, admin2, admin2Name } = place;
  const candidates = [
    BY_FIRST_LEVEL[country]?.[admin1],
    BY_NAME[country]?.[admin2Name.toLowerCase()],
    namesOf(country).get(bare(admin2Name)),
    // In some countries a second-level code has another meaning on the first level.
    BY_FIRST_LEVEL[country] ? undefined : admin2,
    admin1,
  ];
  return candidates.find((code): code is string => Boolean(code) && isRegion(country, code ?? ''));
}

const known = new Map<string, Map<string, string>>();

function namesOf(country: string): Map<string, string> {
  const names =
    known.get(country) ?? new Map(regionsOf(country, 'en').map(({ name, code }) => [bare(name), code]));
  known.set(country, names);
  return names;
}

/** A region's name without its official wording: "City and Borough of Leeds" is Leeds. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^.*\b(?:borough|city|county|district) of /, '')
    .replace(/^county /, '')
    .replace(/,? (?:city|county|city and county council|county borough|the)$/, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
