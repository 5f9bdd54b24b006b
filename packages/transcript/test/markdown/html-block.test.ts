import { describe, expect, test } from 'vitest';
import { endsHtmlBlock, htmlBlockAt } from '../../src/markdown/html-block.ts';

describe('the kind of an HTML block', () => {
  test.each([
    ['<script>', 1],
    ['<PRE class="x">', 1],
    ['<textarea', 1],
    ['<scripts>', 7],
    ['<pre/>', 7],
    ['<style/> a', undefined],
    ['</pre>', 7],
    ['</style> a', undefined],
    ['<STYLE\t', 1],
    ['<!-- x', 2],
    ['<!-->', 2],
    ['<?php', 3],
    ['<!DOCTYPE', 4],
    ['<!x', 4],
    ['<!-x', undefined],
    ['<![CDATA[', 5],
    ['<![cdata[', undefined],
    ['<div', 6],
    ['</div', 6],
    ['<DIV/>', 6],
    ['<search>', 6],
    ['<h1>', 6],
    ['<tr>', 6],
    ['<fieldset>', 6],
    ['<address>', 6],
    ['<divs>', 7],
    ['<x-y>', 7],
    ['</x-y >', 7],
    ['<x-y a b=c d=\'e\' f="g" />  ', 7],
    [`<x-y  a \t bc = def  ghi='' j='kl'  m = "no" p="">`, 7],
    ['<x-y> z', undefined],
    ['<x-y> z>', undefined],
    ['</x-y> z>', undefined],
    ['</x-y>z>', undefined],
    ['<x-y a="', undefined],
    ['<x-y a=>', undefined],
    ['</x-y a>', undefined],
    ['<1>', undefined],
    ['< x>', undefined],
    ['<', undefined],
  ])('of %j is %j', (line, kind) => {
    expect(htmlBlockAt(line, 0)).toBe(kind);
    expect(htmlBlockAt(`  ${line}`, 2)).toBe(kind);
  });

  test.each([
    [1, 'x</Style>', true],
    [1, '</div>', false],
    [2, 'a --> b', true],
    [2, 'a -- >', false],
    [3, '?>', true],
    [4, '>', true],
    [5, ']]>', true],
    [6, '</div>', false],
    [7, '</x-y>', false],
  ] as const)('%j is ended by %j: %j', (kind, line, ends) => {
    expect(endsHtmlBlock(kind, line, 0)).toBe(ends);
  });

  test('is found in one pass over a tag that never ends', () => {
    expect(htmlBlockAt(`<x-y ${'a="b"  '.repeat(100_000)}`, 0)).toBeUndefined();
  });
});
