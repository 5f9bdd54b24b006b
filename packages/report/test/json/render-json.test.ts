import { expect, it } from 'vitest';
import { renderJson } from '../../src/json/render-json.ts';
import { toReports } from '../../src/model/to-report.ts';
import { hostileRun, verifiedRun } from '../support/histories.ts';

const report = { runs: [verifiedRun(), hostileRun()].flatMap((one) => toReports(one.build())), unread: [] };

it('is the model, whole', () => {
  const { generator, ...model } = JSON.parse(renderJson(report)) as Record<string, unknown>;
  expect(generator).toBe('loopwright-report');
  expect(model).toEqual(JSON.parse(JSON.stringify(report)));
});

it('escapes control characters and bidi controls', () => {
  const unread = [{ name: '\u009b31m\u202e\u2066\u200b.jsonl', reason: '\u001b]0;x\u0007' }];
  const text = renderJson({ runs: report.runs, unread });
  expect(text).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
  );
  expect((JSON.parse(text) as { unread: unknown }).unread).toEqual(unread);
});
