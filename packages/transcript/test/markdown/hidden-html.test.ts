import { describe, expect, test } from 'vitest';
import { hiddenHtml } from '../../src/markdown/find-places.ts';

function hidden(html: string): string[] {
  return hiddenHtml(html).map(({ start, end }) => html.slice(start, end));
}

describe('HTML that a reader does not see as text', () => {
  test.each([
    ['a <b>c</b>', ['<b>', '</b>']],
    ['<!-- a -->b', ['<!-- a -->']],
    ['<!-- a', ['<!-- a']],
    ['<?a?><!B c><![CDATA[d]]>', ['<?a?>', '<!B c>', '<![CDATA[d]]>']],
    ['<PRE>a</pre>b', ['<PRE>a</pre']],
    ['<script>a', ['<script>a']],
    ['<a b="\n>" c>d', ['<a b="\n>" c>']],
    ['a < b and <1>', []],
    ['<a b="', []],
  ])('of %j is %j', (html, spans) => {
    expect(hidden(html)).toEqual(spans);
  });
});
