/** The inks and papers of one picture: sky from top to bottom, five layers from far to near. */
export type Palette = {
  sky: readonly [string, string];
  sun: string;
  layers: readonly [string, string, string, string, string];
  accent: string;
  leaf: string;
  /** A dark sky: windows glow and stars show. */
  night: boolean;
};

function palette(
  sky: Palette['sky'],
  sun: string,
  layers: Palette['layers'],
  accent: string,
  leaf: string,
  night = false,
): Palette {
  return { sky, sun, layers, accent, leaf, night };
}

export const PALETTES = {
  terracotta: palette(
    ['#f8d3ae', '#f2a283'],
    '#fff0d0',
    ['#eb9a78', '#d4705f', '#a84b58', '#743552', '#432344'],
    '#f4b942',
    '#5e7c6b',
  ),
  sage: palette(
    ['#eef2df', '#cfe0cd'],
    '#fff7dc',
    ['#b9d0b6', '#93b59b', '#678f7c', '#416c61', '#254a46'],
    '#e9836a',
    '#5d8a66',
  ),
  indigo: palette(
    ['#232c5a', '#6a5493'],
    '#f8ebc8',
    ['#544c8c', '#413c76', '#302f60', '#23254b', '#171936'],
    '#f2b56b',
    '#3d6a78',
    true,
  ),
  lagoon: palette(
    ['#fde9d7', '#f9c7ac'],
    '#fffaf0',
    ['#a5cccd', '#74abb5', '#48879b', '#2d647c', '#1c445a'],
    '#ee6c4d',
    '#4f9184',
  ),
  mustard: palette(
    ['#fae9bb', '#f3c873'],
    '#fff8e2',
    ['#e0a648', '#c07f36', '#90552e', '#61372a', '#3b2220'],
    '#2f7a7c',
    '#7b8a45',
  ),
  rose: palette(
    ['#fbe2e1', '#f3b1b8'],
    '#fff4ea',
    ['#e08d9e', '#bd6686', '#914875', '#623260', '#3a2144'],
    '#f6c667',
    '#6f8f7b',
  ),
  teal: palette(
    ['#cfe8e2', '#86c2bf'],
    '#fff3d8',
    ['#58a3a7', '#367d8d', '#265d75', '#1b435b', '#132c40'],
    '#f3a65a',
    '#3f8a6d',
  ),
  olive: palette(
    ['#f7efdd', '#e8d7b5'],
    '#fffaf0',
    ['#c6b985', '#9d9864', '#73784c', '#4e593a', '#303a2a'],
    '#c8553d',
    '#6d7f43',
  ),
  lavender: palette(
    ['#efe8f7', '#cfbfe7'],
    '#fff6ea',
    ['#ad9bd4', '#8577ba', '#635a9b', '#474279', '#2e2c56'],
    '#f5a38c',
    '#6d9489',
  ),
  coral: palette(
    ['#feebdb', '#f8bfa3'],
    '#fffaf0',
    ['#f29579', '#c0809c', '#6d7cb6', '#42518d', '#28325f'],
    '#ffd166',
    '#4c8c87',
  ),
  ice: palette(
    ['#edf4f9', '#cfe0ed'],
    '#fffdf6',
    ['#dfe9f0', '#bbd2e1', '#8fb2ca', '#608aa9', '#386080'],
    '#e26d5a',
    '#4d7f79',
  ),
  wine: palette(
    ['#efc3ae', '#c06a73'],
    '#ffe9cf',
    ['#a04a62', '#7c3654', '#5b2744', '#3e1b33', '#271124'],
    '#f2c27b',
    '#6e7a55',
  ),
  forest: palette(
    ['#e6edd2', '#b0caa0'],
    '#fffbe4',
    ['#86ae80', '#5c8f67', '#3e6f53', '#2a5242', '#193933'],
    '#f0b84f',
    '#4b8a55',
  ),
  sand: palette(
    ['#dceff4', '#f8ebd5'],
    '#fffdf4',
    ['#eed9b1', '#dfbb86', '#c19260', '#8c6544', '#594432'],
    '#2e86ab',
    '#7d9a63',
  ),
  ember: palette(
    ['#3a2148', '#994566'],
    '#ffe3b8',
    ['#733462', '#582954', '#402046', '#2d1737', '#1d1027'],
    '#ffb36b',
    '#4f7b74',
    true,
  ),
  mint: palette(
    ['#e9f6ed', '#bde3d2'],
    '#fffbea',
    ['#f7cbb5', '#eda38e', '#cd7673', '#925165', '#59374c'],
    '#2f8f83',
    '#4fa08a',
  ),
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[];
