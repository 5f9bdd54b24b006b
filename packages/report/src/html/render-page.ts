import { momentsIn, sanitizeLine } from '@loopwright/core';
import { MARK } from '../text/mark.ts';
import { html, Markup } from './markup.ts';
import { style } from './style.ts';

/** How a page is written. */
export interface PageOptions {
  /** UTC unless given. */
  readonly timeZone?: string | undefined;
  /** The page loads itself again after so many seconds, for a file that is written anew while a run goes on. */
  readonly reloadSeconds?: number | undefined;
}

/** A page around its content. */
export interface PageCall extends PageOptions {
  readonly title: string;
  /** What a preview of a link says. */
  readonly description: string;
  /** The command that makes such a page. */
  readonly about: string;
  readonly main: Markup;
}

/** Writes a page that needs nothing else: one look for all reports. Nothing is loaded, and nothing runs but the reload. */
export function renderPage({ title, description, about, main, timeZone, reloadSeconds }: PageCall): string {
  const policy = reloadSeconds === undefined ? POLICY : `${POLICY}; script-src '${RELOAD_HASH}'`;
  const page = html`<!doctype html>
    ${new Markup(MARK)}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${previewText(description)}" />
        <meta property="og:type" content="article" />
        <meta property="og:title" content="${previewText(title)}" />
        <meta property="og:description" content="${previewText(description)}" />
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="page">
          <a class="skip" href="#main">Skip to the report</a>
          <header class="top">
            <b>Loopwright</b
            ><span>${about}</span
            >${reloadSeconds !== undefined && html`<span id="live" data-seconds="${reloadSeconds}">Reloads every ${reloadSeconds} s</span>`}
          </header>
          <main id="main" tabindex="-1">${main}</main>
        </div>
        ${reloadSeconds !== undefined && new Markup(`<script>${RELOAD}</script>`)}
      </body>
    </html>`;
  return `${page.toString(momentsIn(timeZone))}\n`;
}

/** A text in the head of the page; programs that read it know no escapes, so it has no markup. */
function previewText(text: string): string {
  return sanitizeLine(text.replaceAll(/[<>"'=&]/g, ' '), 300);
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Loads the page again and keeps what is unfolded. A refresh by a tag would fold it, and accessibility rules forbid it. */
const RELOAD =
  "for(const id of history.state??[])document.getElementById(id)?.setAttribute('open','');setTimeout(()=>{history.replaceState([...document.querySelectorAll('details[open]')].map((one)=>one.id),'');location.reload()},document.getElementById('live').dataset.seconds*1000)";
/** The SHA-256 of `RELOAD`, the only script that the page allows. */
const RELOAD_HASH = 'sha256-Ozc2xj0gHlODPBEML8uYqO2wTOR1I2Qvj0RPa/kbyRg=';
