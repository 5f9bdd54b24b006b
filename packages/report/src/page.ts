// What a page of another package is made of, so that all reports look alike.
export { badge, bullets, figure, part, table } from './html/blocks.ts';
export { instant, zone } from './html/instant.ts';
export { html, type Markup, type Piece } from './html/markup.ts';
export { renderMap } from './html/render-criteria.ts';
export { type PageOptions, renderPage } from './html/render-page.ts';
export { fitted, table as markdownTable } from './markdown/blocks.ts';
export { escapeMarkdown } from './markdown/escape-markdown.ts';
export { keptOf } from './model/keep-ends.ts';
export { MARK } from './text/mark.ts';
