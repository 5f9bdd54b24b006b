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
  --good: light-dark(#0f6b4f, #6fd1ab);
  --good-tint: light-dark(#d8efe5, #17392e);
  --said: light-dark(#1f5fa8, #8dbdf5);
  --said-tint: light-dark(#dde9f8, #1b304a);
  --rest: light-dark(#7d5200, #eec26b);
  --rest-tint: light-dark(#fbeccb, #40320f);
  --bad: light-dark(#a8321a, #ff9c85);
  --bad-tint: light-dark(#fbe0d9, #4a2119);
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.page { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4, p, dl, dd, ul, ol, pre, table, blockquote { margin: 0; padding: 0; }
ul, ol { list-style: none; }
bdi, .text { unicode-bidi: isolate; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.87em; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: -99rem; }
.skip:focus { inset-inline-start: 1rem; top: 0.5rem; background: var(--card); padding: 0.4rem 0.8rem; z-index: 9; }
.soft, .about, .meta, .cut, .legend, .foot, .sub, .top, .quote, caption, .which, .cost, dt, small, .how { color: var(--soft); }
.soft, .about, .meta, .cut, .sub, .top, .fold > summary, .cost, .which, caption { font-size: 0.87rem; }
.how { display: block; font-weight: 400; font-size: 0.8rem; }

.top { display: flex; gap: 0.3rem 1rem; flex-wrap: wrap; padding: 1.1rem 0 0.9rem; }
.top b { color: var(--ink); }
.run { border-top: 1px solid var(--line); }
.run:not(:first-child) { margin-top: 3.5rem; }
.lead { padding: 1.6rem 0 0.4rem; display: grid; gap: 0.75rem; justify-items: start; }
.title { font-size: clamp(1.35rem, 1rem + 1.6vw, 2rem); line-height: 1.22; letter-spacing: -0.018em; font-weight: 650; max-width: 34em; text-wrap: balance; }
.badge { display: inline-flex; gap: 0.4em; padding: 0.14rem 0.65rem 0.16rem; border-radius: 0.9rem; font-size: 0.83rem; font-weight: 600; background: var(--faint); color: var(--soft); }
.quote { max-width: 48em; border-inline-start: 3px solid var(--line); padding-inline-start: 0.8rem; white-space: pre-line; }
.meta { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; margin-top: 1.2rem; }
.figures > div { flex: 1 1 8rem; background: var(--card); padding: 0.7rem 0.95rem 0.75rem; }
.figures dt { font-size: 0.8rem; }
.figures dd { font-size: 1.2rem; font-weight: 600; line-height: 1.3; }
.figures small { font-size: 0.8rem; font-weight: 400; white-space: nowrap; }

.part { padding-top: 2.4rem; }
.part > * + *, .body > * + *, .fold > * + * { margin-top: 0.7rem; }
.head { font-size: 1.1rem; font-weight: 650; }
.sub { font-weight: 600; }
.cut { padding: 0.45rem 0.8rem; border: 1px dashed var(--line); border-radius: 6px; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; font-size: 0.8rem; }

.scroll { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.9rem; overflow-wrap: normal; }
caption { text-align: start; padding: 0.5rem 0.8rem; }
th { font-weight: 500; }
th, td { padding: 0.4rem 0.8rem; text-align: start; vertical-align: top; border-top: 1px solid var(--line); }
td:has(.badge) { min-width: 11rem; }
tbody th { min-width: 6rem; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-size: 0.8rem; white-space: nowrap; }
.grid thead th { border-top: 0; }
.num { text-align: end; white-space: nowrap; }
.map td, .map th:not(.name) { padding-inline: 0; text-align: center; min-width: 2.4rem; }
.map td { border-inline-start: 2px solid var(--card); }
.map .new { font-weight: 700; box-shadow: inset 0 0 0 2px currentColor; }
.map .name { min-width: 9rem; width: 99%; }

.stages li { padding: 0.1rem 0.6rem; border-radius: 99px; background: var(--faint); color: var(--soft); }
.good { color: var(--good); }
.said { color: var(--said); }
.rest { color: var(--rest); }
.bad { color: var(--bad); }
.quiet { color: var(--soft); }
.badge.good, td.good, .stages .past, ins { background: var(--good-tint); color: var(--good); }
.badge.said, td.said, .stages .now { background: var(--said-tint); color: var(--said); }
.badge.rest, td.rest { background: var(--rest-tint); color: var(--rest); }
.badge.bad, td.bad, del { background: var(--bad-tint); color: var(--bad); }
ins, del { text-decoration: none; }
.tag { font-weight: 600; font-size: 0.87rem; }

details > summary { cursor: pointer; }
.fold > summary { color: var(--link); width: fit-content; }
.cards, .inner > li { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.cards > li + li { border-top: 1px solid var(--line); }
.criterion { padding: 0.6rem 0.9rem; display: grid; gap: 0.35rem; grid-template-columns: minmax(0, 1fr); }
.line { display: flex; flex-wrap: wrap; gap: 0.2rem 0.7rem; align-items: baseline; font-weight: 600; }
.cards summary { display: grid; grid-template-columns: 3.4rem 11rem minmax(0, 1fr) auto; gap: 0 0.9rem; padding: 0.5rem 0.9rem; align-items: baseline; }
.cards summary:hover, .inner summary:hover { background: var(--faint); }
.cards .fold > summary { display: list-item; padding: 0; background: none; margin-inline-start: 1rem; }
.cards .cost { white-space: nowrap; }
.body { padding: 0.3rem 0.9rem 1rem; }
.inner > li + li { margin-top: 0.6rem; }
.inner > li > details > summary { padding: 0.6rem 0.9rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.15rem 1.4rem; font-size: 0.9rem; }
.facts > div { display: flex; gap: 0.45rem; min-width: 0; }
.bullets { padding-inline-start: 1.1rem; list-style: disc; font-size: 0.9rem; }
.sub + .bullets { margin-top: 0.1rem; }
.stages { display: flex; flex-wrap: wrap; gap: 0.3rem; font-size: 0.87rem; }
.log li { display: grid; grid-template-columns: auto 3rem minmax(0, 1fr); gap: 0 0.8rem; font-size: 0.9rem; }
pre { color: var(--ink); white-space: pre-wrap; background: var(--faint); border-radius: 6px; padding: 0.6rem 0.8rem; line-height: 1.45; tab-size: 4; unicode-bidi: plaintext; max-height: 26rem; overflow: auto; border-inline-start: 3px solid var(--line); }
pre.good, pre.bad { color: var(--ink); border-color: var(--good); }
pre.bad { border-color: var(--bad); }
.foot { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.8rem; }

@media (max-width: 44rem) {
  .page { padding-inline: 1rem; }
  .figures > div { flex-basis: 6.5rem; }
  .cards summary { grid-template-columns: auto minmax(0, 1fr); }
  .log li { grid-template-columns: auto minmax(0, 1fr); }
  .log .text { grid-column: 1 / -1; }
  .cards .say, .cards .cost { grid-column: 1 / -1; white-space: normal; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; }
  .skip, #live { display: none; }
  .scroll { overflow: visible; }
  details:not([open])::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
  tr, .figures { break-inside: avoid; }
  .head, summary { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
