const SIGNAL = '<loop-done>COMPLETE</loop-done>';
const MEGABYTE = 1_000_000;

function upTo(size: number, piece: string): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** Messages of a megabyte, each made to be slow in one way, all with a signal that has to be looked for. */
export function nastyMessages(size = MEGABYTE): Readonly<Record<string, string>> {
  const end = `\n\n${SIGNAL}\n`;
  const stairs = (marker: string, indent: number): string => {
    const lines: string[] = [];
    for (let depth = 0, length = 0; length < size; depth += 1) {
      const line = ' '.repeat(indent * depth) + marker;
      lines.push(line);
      length += line.length + 1;
    }
    return lines.join('\n');
  };
  return {
    'signals line by line': upTo(size, `${SIGNAL}\n`),
    'signals in items': upTo(size, `- ${SIGNAL}\n`),
    'signals after prose': upTo(size, `a \`b\` [c] *d*\n${SIGNAL}\n\n`),
    'opening tags': upTo(size, '<loop-complete>\n') + '\n</loop-complete>\n',
    'opening tags in one line': upTo(size, '<loop-complete>') + '</loop-complete>',
    'closing tags': upTo(size, '</loop-complete>\n'),
    'opening and closing tags': upTo(size, '<loop-complete>\n\n</loop-complete>\n\n'),
    'quotes in one line': `${upTo(size, '> ')}a${end}`,
    'lists in one line': `${upTo(size, '- ')}a${end}`,
    'lists in one line, then blank lines': `${upTo(size / 2, '- ')}a\n${upTo(size / 2, '\n')}${end}`,
    'numbers in one line': `${upTo(size, '1. ')}a${end}`,
    'lists in one line, then indents': `${upTo(size / 2, '- ')}a\n${upTo(size / 2, ' ')}b${end}`,
    'stairs of quotes': stairs('> a', 0) + end,
    'stairs of lists': stairs('- a', 2) + end,
    'quotes deep around the signal': `${upTo(6_000, '> ')}\n${SIGNAL}\n`.repeat(size / 7_000),
    'lists deep around the signal': `${upTo(4_000, '- ')}${SIGNAL}\n`.repeat(size / 5_000),
    'brackets before the signal': `${upTo(size, '[')}\n${SIGNAL}\n`,
    'images before the signal': `${upTo(size, '![a](')}\n${SIGNAL}\n`,
    'stars before the signal': `${upTo(size, '*a _b ')}\n${SIGNAL}\n`,
    'backticks before the signal': `${upTo(size, '` `` ``` ')}\n${SIGNAL}\n`,
    'less-than before the signal': `${upTo(size, '<a ')}\n${SIGNAL}\n`,
    'entities before the signal': `${upTo(size, '&amp;')}\n${SIGNAL}\n`,
    'prose before the signal': `${upTo(size, 'the quick brown fox jumps\n')}\n${SIGNAL}\n`,
    'a paragraph of marks with a signal in each line': upTo(size, `*[a\`<b> ![c](\n${SIGNAL}\n`),
    'many small sections of marks': upTo(size, `*[a](b) ![\`c\`](d)\n${SIGNAL}\n\n`),
    definitions: `${upTo(size, '[a]: /b\n')}\n[c\n${SIGNAL}\n](d)\n`,
    'labels that never end': `${upTo(size, '[a]:b]:')}\n[c\n${SIGNAL}\n](d)\n`,
    'comment never ended': `<!--\n${upTo(size, `${SIGNAL}\n`)}`,
    'fence never ended': `\`\`\`\n${upTo(size, `${SIGNAL}\n`)}`,
    'blank lines': upTo(size, '\n') + end,
    spaces: upTo(size, ' ') + end,
    tabs: upTo(size, '\t') + end,
    'dashes and spaces': upTo(size, '- '.repeat(20) + '\n') + end,
    'an attribute that never ends': `<a ${upTo(size, 'b="c" ')}\n${SIGNAL}\n`,
    'empty items': `${upTo(size, '+\n')}${end}`,
    'items of a letter': `${upTo(size, '- a\n')}${end}`,
    'paragraphs of a letter': `${upTo(size, 'a\n\n')}${end}`,
    'tags of a letter': `${upTo(size, '<a>\n\n')}${end}`,
    'underlined letters': `${upTo(size, 'a\n-\n')}${end}`,
    'a deep list in a quote, then empty lines of it': `> ${'- '.repeat(254)}a\n${upTo(size, '>\n')}${end}`,
    'front matter never ended': `---\n${upTo(size, '-\n')}${end}`,
    'a paragraph of links': `${upTo(780, '[a](b) ')}${end.trimStart()}`,
    'a quote of lists': `${upTo(size, 'a\n')}\n> - - - - - a\n${upTo(350, '> - - - - - a\n')}\n${SIGNAL}\n`,
    'items of a letter, then a status block and a signal below marks':
      `${upTo(size, '- a\n')}\n\n---LOOP_STATUS---\nNEXT: ${upTo(900, '(`a`) *b* ')}\n---END_STATUS---\n\n` +
      `${upTo(780, '[a](b) ')}\n${SIGNAL}\n`,
    table: `|${upTo(1_000, 'a|')}\n|${upTo(1_000, '-|')}\n${upTo(size, '|a\n')}${end}`,
    'status fields': `---LOOP_STATUS---\n${upTo(size, 'NEXT: `a`\n')}---END_STATUS---\n${SIGNAL}`,
    'status blocks': `${upTo(size, '---LOOP_STATUS---\nEXIT_SIGNAL: `true`\n---END_STATUS---\n\n')}${SIGNAL}`,
  };
}
