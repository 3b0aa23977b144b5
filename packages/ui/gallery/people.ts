/** Sample people with paper-cut portraits, drawn here so the gallery needs no files. */
export interface Person {
  name: string;
  age: number;
  place: string;
  interest: string;
  isOnline: boolean;
  isFictional: boolean;
}

const palettes = [
  ['#f2c6a0', '#d9775f', '#7a2f3d', '#f7e3cf', '#3a1f2b'],
  ['#a9c9c4', '#4f8a8b', '#1f4e5f', '#f3e0c7', '#5b3a29'],
  ['#f4d58d', '#bf8b3b', '#6b4f2a', '#e9b995', '#1d1a1f'],
  ['#cdb7dd', '#8667a8', '#3d2c5e', '#f0cfb8', '#a5552f'],
  ['#bcd4a8', '#6f9a5c', '#2f5538', '#c98d68', '#2a1710'],
  ['#f5b9b4', '#d2556a', '#6d1a36', '#8d5a3f', '#160e12'],
  ['#b8d0ea', '#5b86b8', '#274671', '#f6d7c3', '#d8b26e'],
  ['#e8d9c4', '#a98f78', '#54433a', '#dba784', '#6f6a67'],
] as const;

/** A portrait as a data URL; the same seed gives the same picture. */
export function portrait(seed: number): string {
  const [sky, mid, deep, skin, hair] = palettes[seed % palettes.length] ?? palettes[0];
  const lean = ((seed * 37) % 40) - 20;
  const long = seed % 3 !== 0;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${mid}"/></linearGradient>
<radialGradient id="l" cx=".3" cy=".2" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
<rect width="400" height="500" fill="url(#s)"/><circle cx="${300 - lean * 4}" cy="110" r="52" fill="#fff" opacity=".5"/>
<path d="M0 ${300 + lean}C90 ${240 - lean} 170 ${330 + lean} 260 270S370 260 400 ${250 + lean}V500H0Z" fill="${mid}" opacity=".75"/>
<path d="M0 380C120 320 220 400 400 330V500H0Z" fill="${deep}" opacity=".55"/>
<g transform="translate(${200 + lean} 0) rotate(${lean / 5} 0 300)">
${long ? `<path d="M-92 190C-110 90 110 80 96 200C92 270 110 330 84 360H-88C-108 320 -88 260 -92 190Z" fill="${hair}"/>` : ''}
<path d="M-150 520C-150 400 -90 372 0 368C90 372 150 400 150 520Z" fill="${deep}"/>
<path d="M-32 300H32V372C20 392 -20 392 -32 372Z" fill="${skin}"/><path d="M-32 318C-10 338 14 336 32 318V336C14 352 -12 352 -32 340Z" fill="#000" opacity=".12"/>
<path d="M-70 215C-74 130 74 130 70 215C70 280 38 322 0 322C-38 322 -70 280 -70 215Z" fill="${skin}"/>
<path d="M-78 218C-92 110 92 100 80 218C70 170 30 160 -8 166C-46 172 -70 182 -78 218Z" fill="${hair}"/>
<path d="M-36 226q10 -8 20 0M18 226q10 -8 20 0" fill="none" stroke="#2a1b23" stroke-width="5" stroke-linecap="round"/>
<path d="M2 232C8 250 8 258 -4 258" fill="none" stroke="#2a1b23" stroke-opacity=".4" stroke-width="4" stroke-linecap="round"/>
<path d="M-22 282Q2 302 24 280" fill="none" stroke="#8a2a3a" stroke-width="6" stroke-linecap="round"/>
</g><rect width="400" height="500" fill="url(#l)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const names =
  'Mira,Jonas,Agnieszka,Léo,Sofía,Bram,Giulia,Maximilian,Ewa,Noor,Théo,Carlotta,Finn,Zofia,Amélie,Rafael,Ines,Willem'.split(
    ',',
  );
const places =
  'Utrecht,Hamburg,Kraków,Lyon,Valencia,Gent,Bologna,Mönchengladbach,Poznań,Rotterdam,Lille,Torino,Graz,Gdańsk,Namur,Sevilla,Zürich,Delft'.split(
    ',',
  );
const interests = 'Coffee,Cycling,Jazz,Cooking,Travelling,Climbing,Books,Cinema,Swimming'.split(',');

export const people: Person[] = names.map((name, index) => ({
  name,
  age: 26 + ((index * 7) % 23),
  place: places[index] ?? '',
  interest: interests[index % interests.length] ?? '',
  isOnline: index % 4 === 0,
  isFictional: index === 5 || index === 10,
}));
