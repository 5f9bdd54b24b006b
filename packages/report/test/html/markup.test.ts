import { describe, expect, it } from 'vitest';
import { escapeText, html } from '../../src/html/markup.ts';
import { HOSTILE } from '../support/histories.ts';

describe('html', () => {
  it('escapes every text for text and quoted attributes alike', () => {
    expect(String(html`<p title="${`"'`}">${'<b>&</b>'}</p>`)).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;&lt;/b&gt;</p>',
    );
  });

  it('keeps other markup, joins lists, and writes nothing for undefined and false', () => {
    const items = ['a', '<'].map((text) => html`<b>${text}</b>`);
    expect(String(html`<p>${items}${undefined}${false}${0}</p>`)).toBe('<p><b>a</b><b>&lt;</b>0</p>');
  });

  it('leaves the indentation of the source out, and that of texts in', () => {
    const built = html`<ul>
      <li>${'  two\n  lines'}</li>
    </ul>`;
    expect(String(built)).toBe('<ul>\n<li>  two\n  lines</li>\n</ul>');
  });

  it('writes an amount that is no number as text', () => {
    expect(String(html`${Number.NaN}`)).toBe('NaN');
  });
});

describe('escapeText', () => {
  it.each(HOSTILE)('leaves nothing of %j that a browser would act on', (text) => {
    expect(escapeText(text)).not.toMatch(/[<>"']/);
    expect(escapeText(text)).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
    );
  });

  it('keeps what people write: letters of every script, line breaks and tabs', () => {
    expect(escapeText('Größe\n\t大きさ 🙂')).toBe('Größe\n\t大きさ 🙂');
  });
});
