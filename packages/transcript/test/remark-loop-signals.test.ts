import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { type LoopSignalsOptions, remarkLoopSignals } from '../src/remark.ts';

/** Runs the plugin as users of unified do, and gives the file afterwards. */
function run(text: string, options: LoopSignalsOptions = {}): ReturnType<typeof processor.processSync> {
  const processor = unified()
    .use(remarkParse)
    .use(remarkLoopSignals, options)
    .use(function noOutput() {
      this.compiler = () => '';
    });
  return processor.processSync(text);
}

test('the plugin puts the said signals into the data of the file, with a message at each', () => {
  const file = run('Done.\n\n- ok\n<loop-done>COMPLETE</loop-done>');
  expect(file.data['loopSignals']).toEqual({
    signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 4 }],
  });
  expect(file.messages.map(String)).toEqual(['4:1: loop-done: COMPLETE']);
  expect(file.messages[0]).toMatchObject({ ruleId: 'said', source: 'loop-signals', fatal: undefined });
});

test('the plugin warns of one that is only shown', () => {
  const file = run('> <promise>COMPLETE</promise>', {
    markers: [{ kind: 'promise', tag: 'promise', values: ['COMPLETE'] }],
  });
  expect(file.data['loopSignals']).toEqual({ signals: [], nearMiss: { line: 1, place: 'quote' } });
  expect(file.messages.map(String)).toEqual(['1:1: The signal stands in a quote: only shown, not said']);
  expect(file.messages[0]).toMatchObject({ ruleId: 'shown', fatal: false });
});
