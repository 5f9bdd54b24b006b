import type { Code, Root } from 'mdast';
import { remark } from 'remark';

/** One block of code of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
}

/** Every block of code of a page, in order, however it is fenced or nested. */
export function blocksOf(markdown: string): readonly Block[] {
  return codes(remark().parse(markdown)).map(({ lang, value, position }) => ({
    language: lang ?? '',
    code: value,
    line: position?.start.line ?? 0,
  }));
}

function codes(node: Root | Root['children'][number]): readonly Code[] {
  if (node.type === 'code') return [node];
  return 'children' in node ? (node.children as Root['children']).flatMap(codes) : [];
}
