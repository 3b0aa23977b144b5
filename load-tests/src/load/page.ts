import { escape } from './charts.ts';

/** One standalone page: it opens from a folder, a mail or a CI artefact. */
export function wholePage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fbf7f2;--card:#fff;--ink:#2a1b23;--quiet:#6a5560;--edge:#e2d6c8;--good:#1d6b45;--bad:#a8243a;--warn:#8a5a00;--l0:#b3263f;--l1:#1f6f8b;--l2:#8a5a00;--l3:#4b7f3a;--l4:#6a4fa3;--l5:#5b5b5b}
@media(prefers-color-scheme:dark){:root{--ground:#1b1218;--card:#261a22;--ink:#f6ece8;--quiet:#bfa9b2;--edge:#43313c;--good:#7fd3a5;--bad:#ff8fa0;--warn:#f0c36a;--l0:#ff8fa0;--l1:#74c7e3;--l2:#f0c36a;--l3:#a4d68f;--l4:#c1a9f5;--l5:#c9c9c9}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}
h1{font:600 28px/1.2 Fraunces,Georgia,serif;margin:0 0 8px}
h2{font-size:20px;margin:40px 0 12px}
a{color:var(--l0)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--l1);outline-offset:2px;border-radius:4px}
.quiet,figcaption span{color:var(--quiet)}
.chip{display:inline-block;padding:2px 10px;border-radius:99px;border:1px solid currentColor;font-size:14px;white-space:nowrap}
.passed,.better,.met{color:var(--good)}.failed,.worse,.missed{color:var(--bad)}.void,.unclear{color:var(--warn)}
.grid-of-charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:16px}
.chart{margin:0;padding:16px;background:var(--card);border:1px solid var(--edge);border-radius:16px}
.chart>svg{display:block;width:100%;height:auto;margin-top:8px}
.grid{stroke:var(--edge);stroke-width:1}.tick{fill:var(--quiet);font-size:12px}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.mark{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 4}
.line.line-0{stroke:var(--l0)}.line.line-1{stroke:var(--l1);stroke-dasharray:7 3}.line.line-2{stroke:var(--l2);stroke-dasharray:2 3}.line.line-3{stroke:var(--l3);stroke-dasharray:10 3 2 3}.line.line-4{stroke:var(--l4);stroke-dasharray:14 5}.line.line-5{stroke:var(--l5);stroke-dasharray:7 3 2 3 2 3}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:8px 0 0;padding:0;font-size:14px}
.key{width:28px;height:4px;margin-right:6px;vertical-align:4px}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-size:14px;color:var(--quiet)}
summary::before{content:"▸";width:1.2em}details[open]>summary::before{content:"▾"}
@media(max-width:480px){.tick{font-size:14px}}
.scroll{position:relative;overflow-x:auto;margin-bottom:24px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--edge);vertical-align:top}
td.num,th.num{text-align:right;white-space:nowrap}
.whole{white-space:nowrap}.words{min-width:14rem}
tbody th{font-weight:500}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,160px),1fr));gap:12px;margin:24px 0 8px}
.tiles div{padding:12px 16px;background:var(--card);border:1px solid var(--edge);border-radius:16px}
.tiles dt{font-size:14px;color:var(--quiet)}
.tiles dd{margin:4px 0 0;font:600 20px/1.3 Fraunces,Georgia,serif;font-variant-numeric:tabular-nums}
.tiles dd span{font:14px Figtree,system-ui,sans-serif;color:var(--quiet)}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
ul.reasons{margin:8px 0;padding-left:20px}
`;
