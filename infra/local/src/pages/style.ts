/** Colours of the product, light and dark, in the names of its design. */
export const TOKENS = {
  paper: ['#fbf7f2', '#1b1218'],
  card: ['#fff', '#261a22'],
  sunk: ['#f3ece3', '#140c11'],
  line: ['#e2d6c8', '#43313c'],
  ink: ['#2a1b23', '#f6ece8'],
  'ink-2': ['#6a5560', '#bfa9b2'],
  pulse: ['#d42c4a', '#ff6b7d'],
  'on-pulse': ['#fff', '#2a0711'],
  'pulse-soft': ['#fbe3e4', '#4a1c28'],
  amber: ['#8a5300', '#f5c26b'],
  'amber-soft': ['#fcebcb', '#40300f'],
  leaf: ['#1f6b4a', '#7fd3a6'],
  'leaf-soft': ['#ddf0e4', '#16352a'],
  sky: ['#23588f', '#8fbdf0'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** The look of the pages that stand beside the product in development: its tokens, light and dark, nothing more. */
export const STYLE = `
@font-face { font-family: Figtree; src: url(/fonts/figtree.woff2) format('woff2'); font-weight: 300 900; font-display: swap; }
@font-face { font-family: Figtree; src: url(/fonts/figtree-ext.woff2) format('woff2'); font-weight: 300 900; font-display: swap; unicode-range: U+100-2FF, U+1E00-1EFF; }
@font-face { font-family: Fraunces; src: url(/fonts/fraunces.woff2) format('woff2'); font-weight: 100 900; font-display: swap; }
@font-face { font-family: Fraunces; src: url(/fonts/fraunces-ext.woff2) format('woff2'); font-weight: 100 900; font-display: swap; unicode-range: U+100-2FF, U+1E00-1EFF; }
:root {
  color-scheme: light dark;
${Object.entries(TOKENS)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join(' ')}
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/22px Figtree, 'Helvetica Neue', Arial, sans-serif; }
h1, h2, h3, .title { font-family: Fraunces, Georgia, serif; font-weight: 550; font-variation-settings: 'SOFT' 60; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 32px; margin: 0 0 8px; } h2 { font-size: 20px; margin: 0 0 12px; } h3 { font-size: 17px; margin: 0 0 4px; }
p { margin: 0 0 12px; max-width: 68ch; } .quiet { color: var(--ink-2); } .small { font-size: 13px; line-height: 18px; }
a { color: var(--sky); text-underline-offset: 3px; } code { font: 13px ui-monospace, monospace; background: var(--sunk); border-radius: 6px; padding: 2px 6px; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; min-height: 56px; padding: 8px clamp(16px, 4vw, 48px); border-bottom: 1px solid var(--line); }
.bar svg { width: 34px; height: 28px; } .mark { display: flex; gap: 8px; align-items: center; color: var(--ink); text-decoration: none; font: 550 18px Fraunces, Georgia, serif; }
.mark path, .drawing path { fill: none; stroke: var(--pulse); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px; } .bar nav a { color: var(--ink-2); text-decoration: none; padding: 10px 12px; border-radius: 10px; min-height: 44px; display: grid; place-items: center; }
.bar nav a:hover, .bar nav a[aria-current] { background: var(--pulse-soft); color: var(--ink); }
main { padding: 32px clamp(16px, 4vw, 48px) 72px; max-width: 1200px; margin: 0 auto; }
section { margin: 0 0 48px; } .grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 18px; padding: 20px; min-width: 0; }
.rows { display: grid; border-top: 1px solid var(--line); } .rows > * { border-bottom: 1px solid var(--line); padding: 12px 0; }
.row { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; justify-content: space-between; color: inherit; text-decoration: none; min-width: 0; }
a.row:hover h3 { color: var(--pulse); } .num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; } form { display: contents; }
button, .button { appearance: none; font: inherit; font-weight: 550; min-height: 44px; padding: 10px 18px; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-grid; place-items: center; text-align: center; transition: background 120ms, border-color 120ms; }
button:hover, .button:hover { border-color: var(--pulse); } button.main { background: var(--pulse); border-color: var(--pulse); color: var(--on-pulse); }
:focus-visible { outline: 2px solid var(--sky); outline-offset: 2px; }
.chip { display: inline-block; border-radius: 99px; padding: 2px 10px; font-size: 13px; font-weight: 550; background: var(--sunk); color: var(--ink-2); }
.chip.good { background: var(--leaf-soft); color: var(--leaf); } .chip.warn { background: var(--amber-soft); color: var(--amber); } .chip.bad { background: var(--pulse-soft); color: var(--pulse); }
.empty { text-align: center; padding: 72px 16px; color: var(--ink-2); } .drawing svg { width: 120px; height: 60px; }
iframe { width: 100%; min-height: 640px; border: 1px solid var(--line); border-radius: 18px; background: #fff; } pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk); border-radius: 10px; padding: 16px; font: 13px/20px ui-monospace, monospace; }
select, input { font: inherit; min-height: 44px; padding: 8px 12px; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: var(--ink); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 10px 12px 10px 0; border-bottom: 1px solid var(--line); vertical-align: top; } th { color: var(--ink-2); font-weight: 550; font-size: 13px; }
.scroll { overflow-x: auto; }
.price { font: 550 42px/1 Fraunces, Georgia, serif; font-variant-numeric: tabular-nums; margin: 16px 0; }
.person { display: grid; grid-template-columns: 64px 1fr; gap: 16px; align-items: start; padding: 16px; } .face { width: 64px; height: 80px; object-fit: cover; border-radius: 10px; background: var(--sunk); display: grid; place-items: center; font-size: 32px; color: var(--pulse); } .person p { margin: 0 0 10px; min-height: 36px; } .person button { flex: 1; }
.part { display: grid; grid-template-columns: minmax(120px, 180px) 84px 1fr; justify-items: start; gap: 4px 16px; align-items: baseline; } .part .small { overflow-wrap: anywhere; } @media (max-width: 575px) { .part { grid-template-columns: 1fr auto; } .part .small { grid-column: 1 / -1; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
