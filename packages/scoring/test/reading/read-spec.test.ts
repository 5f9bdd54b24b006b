import { describe, expect, it } from 'vitest';
import { readSpec } from '../../src/reading/read-spec.ts';

const sections = (text: string) => readSpec(text).map(({ section, text: said }) => [section, said]);

describe('readSpec', () => {
  it('gives each sentence the section of its heading', () => {
    expect(
      sections(
        '# Faster parser\nIt is slow.\n\n## Constraints\n- no deps\n\n## Acceptance criteria\n- tests pass',
      ),
    ).toEqual([
      ['ask', 'Faster parser'],
      ['ask', 'It is slow.'],
      ['constraints', 'Constraints'],
      ['constraints', 'no deps'],
      ['success', 'Acceptance criteria'],
      ['success', 'tests pass'],
    ]);
  });

  it('takes the first heading for the task, even where it sounds like a section', () => {
    expect(sections('# Release notes page for admins\nAdd it.')[0]).toEqual([
      'ask',
      'Release notes page for admins',
    ]);
  });

  it('reads a label at the start of a line or in the middle of a paragraph', () => {
    expect(sections('Fix it. Constraints: no deps.\nDone: merged.').map(([section]) => section)).toEqual([
      'ask',
      'constraints',
      'done',
    ]);
  });

  it('gives a list the section of the line that leads into it', () => {
    expect(sections('These must pass:\n- unit\n- lint').slice(1)).toEqual([
      ['success', 'unit'],
      ['success', 'lint'],
    ]);
  });

  it('keeps file names, versions and abbreviations in one sentence', () => {
    expect(readSpec('Fix src/a.ts in 2.4.1, e.g. the loop. Then stop.')).toHaveLength(2);
  });

  it('keeps "go test ./..." in one sentence', () => {
    expect(readSpec('go test ./... must pass')).toHaveLength(1);
  });

  it('sees an example in a fence, none of its words, and nothing in comments', () => {
    const read = readSpec('Fix it.\n```\nmerge it\nnow\n```\n<!-- tests pass -->');
    expect(read.map(({ section, words }) => [section, words])).toEqual([
      ['ask', 'Fix it.'],
      ['example', '\uFFFC'.repeat('merge it'.length)],
    ]);
  });

  it('blanks code and quotations out of the words and keeps code beside', () => {
    const [sentence] = readSpec('Show "Saved" in `src/a.ts`.');
    expect(sentence?.words).toMatch(/^Show \uFFFC{7} in \uFFFC{10}\.$/u);
    expect(sentence?.codes.map(({ text }) => text)).toEqual(['src/a.ts']);
  });
});
