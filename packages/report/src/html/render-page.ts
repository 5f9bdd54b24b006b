import { momentsIn, sanitizeLine } from '@loopwright/core';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../png/preview-shapes.ts';
import { MARK } from '../text/mark.ts';
import { followScript } from './follow-script.ts';
import { html, Markup } from './markup.ts';
import { style } from './style.ts';

/** A `still` page is a file for good; a `live` one is served, and follows the runs. */
export type PageKind = 'still' | 'live';

/** Where the page and its picture will be, as whole addresses. */
export interface PreviewPlace {
  readonly page: string;
  readonly picture: string;
}

/** A page around its content. */
export interface PageCall {
  readonly title: string;
  /** What a preview of a link says: made by `previewText`. */
  readonly description: string;
  /** The command that makes such a page. */
  readonly about: string;
  /** What a live page follows. */
  readonly follows: string;
  readonly main: Markup;
  readonly kind: PageKind;
  /** UTC unless given. */
  readonly timeZone?: string | undefined;
  readonly preview?: PreviewPlace | undefined;
}

/** Writes a page that needs nothing else: one look for all reports, and nothing in it may load or run. */
export function renderPage({
  title,
  description,
  about,
  follows,
  main,
  kind,
  timeZone,
  preview,
}: PageCall): string {
  const page = html`<!doctype html>
    ${new Markup(MARK)}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${kind === 'still' && html`<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`}
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:type" content="article" />
        <meta property="og:site_name" content="Loopwright" />
        <meta property="og:title" content="${previewText(title)}" />
        <meta property="og:description" content="${description}" />
        ${preview ? pictureOf(preview, title) : html`<meta name="twitter:card" content="summary" />`}
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="page">
          <a class="skip" href="#main">Skip to the report</a>
          <header class="top">
            <b>Loopwright</b><span>${about}</span>${kind === 'live' && liveSign(follows)}
          </header>
          <main id="main" tabindex="-1">${main}</main>
        </div>
        ${kind === 'live' && new Markup(`<script>${followScript}</script>`)}
      </body>
    </html>`;
  return `${page.toString(momentsIn(timeZone))}\n`;
}

/** The tags for a picture; services load it from the web, never from inside the page. */
function pictureOf({ page, picture }: PreviewPlace, title: string): Markup {
  return html`<meta property="og:url" content="${page}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PREVIEW_WIDTH}" />
    <meta property="og:image:height" content="${PREVIEW_HEIGHT}" />
    <meta property="og:image:alt" content="${previewText(title)}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

/** A text in the head of the page; programs that read it know no escapes, so it has no markup. */
export function previewText(text: string): string {
  return sanitizeLine(text.replaceAll(/[<>"'=&]/g, ' '), 300);
}

/** A page that reloads itself would take the place and the time from those who read slowly. */
function liveSign(follows: string): Markup {
  return html`<span class="live" id="live" role="status">Follows ${follows}</span>
    <noscript><span>Without scripts: reload to see what is new</span></noscript>`;
}

/** Nothing may be loaded, and nothing run. A page that is served gets a policy of its own with its headers. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
