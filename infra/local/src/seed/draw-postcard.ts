import sharp from 'sharp';

const SKIES = [
  ['#f4c877', '#d9647a', '#4b2f55'],
  ['#bfe0f2', '#6fa8c9', '#2f5d7a'],
  ['#fbe3c9', '#e9a23b', '#8a3f4a'],
  ['#d9ecdf', '#7fb8a0', '#2c5a4c'],
] as const;

/** A photo somebody of the demo world sends: hills and a sun over water, another each `share` (0 to 1). */
export function drawPostcard(share: number): Promise<Buffer> {
  const [high, low, land] = SKIES[Math.floor(share * SKIES.length)] ?? SKIES[0];
  const sun = 220 + Math.round(share * 520);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>
<rect width="960" height="720" fill="url(#sky)"/><circle cx="${sun}" cy="300" r="74" fill="#fff6e4"/>
<path d="M0 430Q160 300 330 400T640 350T960 420V720H0z" fill="${land}" opacity=".45"/>
<path d="M0 490Q220 390 420 470T760 440T960 500V720H0z" fill="${land}" opacity=".8"/>
<rect y="560" width="960" height="160" fill="${low}"/>
<path d="M${sun - 90} 590h180M${sun - 60} 620h120M${sun - 130} 655h260M${sun - 40} 690h80" stroke="#fff6e4" stroke-width="5" stroke-linecap="round" opacity=".7"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
}
