/**
 * The look of the page: light or dark as the reader's system has it, on any width from a phone up, and on paper with
 * everything unfolded. Colours never say anything alone; each of them has at least 4.5:1 against what it stands on.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfbf9, #16181b);
  --card: light-dark(#ffffff, #1d2024);
  --ink: light-dark(#1c1f23, #e7e9ea);
  --soft: light-dark(#575d66, #a3abb5);
  --line: light-dark(#e0e1dc, #32373d);
  --faint: light-dark(#f1f1ed, #24282d);
  --link: light-dark(#1b5fae, #86b7f3);
  --ok: light-dark(#0f6b4f, #6fd1ab);
  --ok-tint: light-dark(#d8efe5, #17392e);
  --ok-full: light-dark(#12795a, #217a5b);
  --word: light-dark(#1f5fa8, #8dbdf5);
  --word-tint: light-dark(#dde9f8, #1b304a);
  --warn: light-dark(#7d5200, #eec26b);
  --warn-tint: light-dark(#fbeccb, #40320f);
  --bad: light-dark(#a8321a, #ff9c85);
  --bad-tint: light-dark(#fbe0d9, #4a2119);
  --bad-full: light-dark(#b83a1f, #b5442c);
  --work: light-dark(#48637f, #7f9db9);
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
.page { max-width: 71rem; margin: 0 auto; padding: 0 1.5rem 4rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4, p, dl, dd, ul, ol, figure, pre, table { margin: 0; padding: 0; }
ul, ol { list-style: none; }
bdi, .text { unicode-bidi: isolate; overflow-wrap: anywhere; }
code, pre, .mono { font-family: var(--mono); font-size: 0.87em; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: -99rem; }
.skip:focus { inset-inline-start: 1rem; top: 0.5rem; background: var(--card); padding: 0.4rem 0.8rem; z-index: 9; }
.soft { color: var(--soft); }
.num { text-align: end; white-space: nowrap; }

.top { display: flex; gap: 0.3rem 1rem; flex-wrap: wrap; align-items: baseline; padding: 1.1rem 0 0.9rem; color: var(--soft); font-size: 0.87rem; }
.top b { color: var(--ink); letter-spacing: -0.01em; }
.top .live { margin-inline-start: auto; }
.run { border-top: 1px solid var(--line); }
.run:not(:first-child) { margin-top: 3.5rem; }
.lead { padding: 1.6rem 0 0.4rem; display: grid; gap: 0.75rem; justify-items: start; }
.lead .title { font-size: clamp(1.35rem, 1rem + 1.6vw, 2rem); line-height: 1.22; letter-spacing: -0.018em; font-weight: 650; max-width: 34em; text-wrap: balance; overflow-wrap: anywhere; }
.badge { display: inline-flex; gap: 0.4em; align-items: center; padding: 0.14rem 0.65rem 0.16rem; border-radius: 0.9rem; font-size: 0.83rem; font-weight: 600; background: var(--faint); color: var(--soft); overflow-wrap: anywhere; }
.badge.good { background: var(--ok-tint); color: var(--ok); }
.badge.said { background: var(--word-tint); color: var(--word); }
.badge.rest { background: var(--warn-tint); color: var(--warn); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.quote { max-width: 48em; color: var(--soft); border-inline-start: 3px solid var(--line); padding-inline-start: 0.8rem; overflow-wrap: anywhere; }
.meta { color: var(--soft); font-size: 0.87rem; display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; }
.next code { background: var(--faint); padding: 0.15rem 0.45rem; border-radius: 4px; color: var(--ink); }

.figures { display: flex; flex-wrap: wrap; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; margin: 1.2rem 0 0; }
.figures > div { flex: 1 1 9.2rem; background: var(--card); padding: 0.7rem 0.95rem 0.75rem; display: flex; flex-direction: column; }
.figures dt { color: var(--soft); font-size: 0.8rem; }
.figures dd { font-size: 1.28rem; font-weight: 600; letter-spacing: -0.015em; line-height: 1.3; }
.figures small { font-size: 0.8rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }

.toc { margin-top: 1.1rem; font-size: 0.87rem; }
.toc a { text-decoration: none; }
.toc a:hover { text-decoration: underline; }
.toc ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; }

.part { padding-top: 2.4rem; }
.part > .head { font-size: 1.1rem; font-weight: 650; letter-spacing: -0.01em; margin-bottom: 0.55rem; }
.part > .head + .about { margin-top: -0.3rem; }
.part > .about { color: var(--soft); font-size: 0.87rem; max-width: 52em; margin-bottom: 0.8rem; }
.pair { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 2.5rem; }
.cut { color: var(--soft); font-size: 0.87rem; padding: 0.45rem 0.8rem; border: 1px dashed var(--line); border-radius: 6px; margin: 0.4rem 0; }

.scroll { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
table { border-collapse: separate; border-spacing: 0; }
caption { text-align: start; color: var(--soft); font-size: 0.87rem; padding: 0.5rem 0.8rem; }
.grid { width: 100%; font-size: 0.9rem; }
.grid th, .grid td { padding: 0.4rem 0.8rem; text-align: start; vertical-align: top; border-top: 1px solid var(--line); }
.grid thead th { color: var(--soft); font-weight: 500; font-size: 0.8rem; border-top: 0; white-space: nowrap; }
.grid caption + thead th { border-top: 1px solid var(--line); }
.grid tbody th { font-weight: 500; }
.grid td:has(.badge) { min-width: 11rem; }
.grid .num { text-align: end; }

.map { font-size: 0.87rem; min-width: 100%; }
.map caption { position: sticky; inset-inline-start: 0; }
.map th, .map td { padding: 0; border-top: 1px solid var(--line); }
.map thead th { font-weight: 500; color: var(--soft); font-size: 0.8rem; padding: 0.35rem 0; text-align: center; }
.map .name { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--card); text-align: start; padding: 0.4rem 0.8rem; min-width: 13rem; width: 99%; font-weight: 500; border-inline-end: 1px solid var(--line); overflow-wrap: anywhere; line-height: 1.35; }
.map thead .name { font-weight: 500; }
.map .how { display: block; color: var(--soft); font-weight: 400; font-size: 0.8rem; }
.map tbody td { text-align: center; min-width: 2.6rem; height: 2.5rem; border-inline-start: 2px solid var(--card); border-top: 2px solid var(--card); font-weight: 600; }
.map tbody .name { border-top-color: var(--line); }
.map tfoot td { text-align: center; color: var(--soft); padding: 0.3rem 0.35rem; font-size: 0.8rem; white-space: nowrap; }
.map tfoot .name { color: var(--soft); font-weight: 400; font-size: 0.8rem; padding-block: 0.3rem; }
.map tfoot a { display: inline-block; min-width: 1.5rem; min-height: 1.5rem; line-height: 1.5rem; }
.map.few tbody td, .map.few tfoot td { min-width: 4.4rem; }
.map tfoot a { text-decoration: none; }
.gap { min-width: 1.6rem; color: var(--soft); }
.proved { background: var(--ok-tint); color: var(--ok); }
.proved.new { background: var(--ok-full); color: #fff; }
.claimed { background: var(--word-tint); color: var(--word); }
.failed { background: var(--bad-tint); color: var(--bad); }
.failed.new { background: var(--bad-full); color: #fff; }
.stale, .assumed { background: var(--warn-tint); color: var(--warn); }
.unchecked, .unmet { background: var(--faint); color: var(--soft); }
.absent { color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; margin-top: 0.65rem; font-size: 0.8rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: 0.4rem; }
.legend .key { display: inline-grid; place-items: center; width: 1.45rem; height: 1.25rem; border-radius: 3px; font-weight: 600; }

.chart { display: grid; grid-template-columns: auto minmax(0, 1fr); grid-template-rows: 10.5rem auto; gap: 0.3rem 0.6rem; font-size: 0.8rem; color: var(--soft); }
.chart .y { display: flex; flex-direction: column; justify-content: space-between; text-align: end; line-height: 1; }
.chart .x { grid-column: 2; display: flex; justify-content: space-between; }
.chart svg { width: 100%; height: 100%; display: block; border-bottom: 1px solid var(--line); overflow: visible; }
.chart line, .chart path { vector-effect: non-scaling-stroke; }
.chart .base { fill: var(--faint); }
.chart .own { fill: var(--work); }
.chart .budget { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.chart .half { stroke: var(--line); stroke-width: 1; }
.bar { width: 100%; height: 1.6rem; display: block; border-radius: 5px; margin-bottom: 0.7rem; background: var(--faint); }
.key.own, .key.working { background: var(--work); }
.key.base { background: var(--faint); border: 1px solid var(--line); }
.key.budget { height: 0; border-radius: 0; border-top: 2px dashed var(--bad); }
.working { fill: var(--work); }
.checks { fill: var(--ok-full); }
.key.checks { background: var(--ok-full); }
.waiting { fill: light-dark(#d8b365, #8f6f2d); }
.key.waiting { background: light-dark(#d8b365, #8f6f2d); }
.user { fill: light-dark(#9dbde3, #3c5f88); }
.key.user { background: light-dark(#9dbde3, #3c5f88); }
.rest { fill: light-dark(#cfd1cc, #454b52); }
.key.rest { background: light-dark(#cfd1cc, #454b52); }
.bar .stroke { stroke: var(--paper); stroke-width: 1.5; }
.times { width: 100%; font-size: 0.9rem; }
.times td, .times th { padding: 0.22rem 0; border-bottom: 1px solid var(--line); font-weight: 400; text-align: start; }
.times .num { text-align: end; padding-inline-start: 1rem; }
.times .key { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 3px; margin-inline-end: 0.5rem; vertical-align: -0.05rem; }

details > summary { cursor: pointer; }
.fold { margin-top: 0.8rem; }
.fold > summary { color: var(--link); font-size: 0.87rem; width: fit-content; }
.fold > :not(summary) { margin-top: 0.6rem; }
.cards { border: 1px solid var(--line); border-radius: 8px; background: var(--card); overflow: hidden; }
.cards > li + li { border-top: 1px solid var(--line); }
.cards summary { display: grid; grid-template-columns: 3.2rem 10.8rem minmax(0, 1fr) auto; gap: 0 0.9rem; padding: 0.5rem 0.9rem; align-items: baseline; list-style: none; }
.cards summary::-webkit-details-marker { display: none; }
.cards summary:hover { background: var(--faint); }
.cards summary::after { content: "+"; position: absolute; inset-inline-end: 0.9rem; color: var(--soft); }
.cards details { position: relative; }
.cards details[open] > summary::after { content: "\\2013"; }
.cards summary { padding-inline-end: 2.2rem; }
.cards .which { color: var(--soft); font-size: 0.87rem; white-space: nowrap; }
.cards .say { overflow-wrap: anywhere; }
.cards .cost { color: var(--soft); font-size: 0.87rem; white-space: nowrap; text-align: end; }
.tag { font-weight: 600; font-size: 0.87rem; white-space: nowrap; }
.tag.block, .tag.work { color: var(--work); }
.tag.unproved, .tag.rest { color: var(--warn); }
.tag.good, .tag.pass { color: var(--ok); }
.tag.bad, .tag.fail { color: var(--bad); }
.tag.said { color: var(--word); }
.tag.quiet { color: var(--soft); }
.body { padding: 0.3rem 0.9rem 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.part > .sub { margin-top: 0.9rem; }
.body h4, .body h5, .sub { font-size: 0.8rem; font-weight: 600; color: var(--soft); margin-bottom: 0.15rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.15rem 1.4rem; font-size: 0.9rem; }
.facts > div { display: flex; gap: 0.45rem; min-width: 0; }
.facts dt { color: var(--soft); white-space: nowrap; }
.facts dd { overflow-wrap: anywhere; min-width: 0; }
.bullets { padding-inline-start: 1.1rem; list-style: disc; font-size: 0.9rem; }
.bullets.numbers { list-style: decimal; }
.bullets li { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--faint); border-radius: 6px; padding: 0.6rem 0.8rem; line-height: 1.45; tab-size: 4; unicode-bidi: plaintext; max-height: 26rem; overflow: auto; }
.tail { border-inline-start: 3px solid var(--line); }
.tail.fail { border-color: var(--bad-full); }
.tail.pass { border-color: var(--ok-full); }


.part > .facts { margin-bottom: 0.8rem; }
.stages { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 0.9rem; font-size: 0.87rem; }
.stages li { padding: 0.1rem 0.6rem; border-radius: 99px; background: var(--faint); color: var(--soft); }
.stages li.past { background: var(--ok-tint); color: var(--ok); }
.stages li.now { background: var(--ok-full); color: #fff; font-weight: 600; }
.log { font-size: 0.9rem; }
.log li { display: grid; grid-template-columns: 4.6rem 3.6rem 1.2rem minmax(0, 1fr); gap: 0 0.6rem; padding: 0.14rem 0; align-items: baseline; }
.steps { font-size: 0.9rem; }
.steps li { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); padding: 0.14rem 0; align-items: baseline; }
.log .day { display: block; padding: 0.6rem 0 0.2rem; font-weight: 600; }
.log time { color: var(--soft); }
.inner > li + li { margin-top: 0.6rem; }
.inner > li { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.inner > li > details > summary { padding: 0.6rem 0.9rem; overflow-wrap: anywhere; }
.inner .body .part { padding-top: 0.6rem; }
.foot { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8rem; display: grid; gap: 0.2rem; overflow-wrap: anywhere; }

@media (max-width: 52rem) {
  .pair { grid-template-columns: minmax(0, 1fr); }
  .page { padding-inline: 1rem; }
  .map .name { min-width: 8.5rem; max-width: 10rem; padding-inline: 0.6rem; }
  .map.few tbody td, .map.few tfoot td { min-width: 2.9rem; }
  .cards summary { grid-template-columns: auto minmax(0, 1fr); gap: 0.05rem 0.7rem; }
  .cards .say { grid-column: 1 / -1; }
  .cards .cost { grid-column: 1 / -1; text-align: start; }
  .log li { grid-template-columns: 4.2rem 1.2rem minmax(0, 1fr); }
  .log .which { display: none; }
}
@media (forced-colors: active) {
  .chart .own, .working, .checks, .waiting, .user, .rest { stroke: CanvasText; stroke-width: 1; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  .skip, .toc, .live, .cards summary::after { display: none; }
  .scroll { overflow: visible; border: 0; }
  .map .name, .map caption { position: static; }
  .map .name { width: auto; min-width: 7rem; }
  .map tbody td { min-width: 1.2rem; }
  details:not([open])::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
  .cards > li, .figures, .chart, tr { break-inside: avoid; }
  .head, summary { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
