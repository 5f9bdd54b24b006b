import type { Root } from 'mdast';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { likeTheReference } from './like-the-reference.ts';

const processor = unified().use(remarkParse).use(hidingConstructsOfGfm).freeze();

/** Parses Markdown into a tree: CommonMark, and what of GFM can hide a line (tables, footnotes, struck text). */
export function parseWithRemark(markdown: string): Root {
  return processor.parse(markdown);
}

/** Not the whole of remark-gfm: the rest of it hides nothing, and with its serialisers weighs a quarter of the bundle. */
function hidingConstructsOfGfm(this: Processor): void {
  const data = this.data() as Record<string, unknown[] | undefined>;
  (data['micromarkExtensions'] ??= []).push(likeTheReference, gfmTable(), gfmFootnote(), gfmStrikethrough());
  (data['fromMarkdownExtensions'] ??= []).push(
    gfmTableFromMarkdown(),
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
  );
}
