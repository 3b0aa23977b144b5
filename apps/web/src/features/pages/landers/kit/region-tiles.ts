/**
 * Maps of countries, drawn by hand: a tile for each region, rows from north to south, a dot for a gap. A country with
 * too many regions has no map.
 */
const TILES: Readonly<Record<string, string>> = {
  NL: '. . FR GR/. NH FL DR/ZH UT GE OV/ZE NB LI',
  BE: 'VWV VOV VAN VLI/WHT BRU VBR WLG/. WBR WNA WLX',
  DE: '. . SH/. HB HH MV/. NI ST BB BE/NW HE TH SN/RP BW BY/SL',
  AT: '. . 4 3 9/8 7 5 6 1/. . 2',
  CH: '. . BS . SH TG/. JU BL AG ZH SG AR/. NE SO LU ZG SZ AI/VD FR BE OW NW UR GL/GE . VS . TI GR',
  FR: '. . HDF/BRE NOR IDF GES/PDL CVL BFC/. NAQ ARA/. OCC PAC COR',
  PL: '32 22 28 20/08 30 04 14/02 10 26 06/16 24 12 18',
  IE: '. DL/SO LM CN MN LH/MO RN LD WH MH/G OY LS KE D/CE TA KK CW WW/KY LK WD WX/CO',
  AU: '. NT QLD/WA SA NSW/. VIC ACT/. . TAS',
  NZ: '. . NTL/. . AUK/. . WKO BOP GIS/. TKI MWT HKB/. . WGN/TAS NSN MBH/WTC CAN . CIT/STL OTA',
  CA: 'YT NT NU/BC AB SK MB ON QC NL/. . . . . NB PE/. . . . . . NS',
  ES: 'C LU O S BI SS/PO OR LE P BU VI NA HU L GI/. ZA VA SG SO LO Z TE T B/. SA AV M GU CU . CS/. CC TO CR AB V . . PM/. BA CO J MU A/. H SE MA GR AL/. CA CE ML . . . . TF GC',
  US: 'AK . . . . . . . . . ME/. . . . . WI . . . VT NH/WA ID MT ND MN IL MI NY MA/OR NV WY SD IA IN OH PA NJ CT RI/CA UT CO NE MO KY WV VA MD DE/. AZ NM KS AR TN NC SC DC/. . . OK LA MS AL GA/HI . . TX . . . . FL',
};

/** The place of a region on the map, from 1. */
export interface RegionTile {
  code: string;
  column: number;
  row: number;
}

export interface RegionMapTiles {
  columns: number;
  tiles: readonly RegionTile[];
}

/** The map of a country; undefined without one. */
export function tilesOf(country: string | undefined): RegionMapTiles | undefined {
  const drawn = TILES[country ?? ''];
  if (!drawn) return undefined;
  const rows = drawn.split('/').map((row) => row.split(' '));
  const tiles = rows.flatMap((row, y) =>
    row.flatMap((code, x) => (code === '.' ? [] : [{ code, column: x + 1, row: y + 1 }])),
  );
  return { columns: Math.max(...rows.map((row) => row.length)), tiles };
}

export const MAPPED_COUNTRIES = Object.keys(TILES);
