import { describe, expect, test } from 'vitest';
import { tellingLines } from '../../src/text/telling-lines.ts';

const told = (output: string, lines = 4): readonly string[] => tellingLines(output, { lines, chars: 400 });

const PASSED = Array.from({ length: 200 }, (_, index) => `ok ${index} - passes\n`).join('');

describe('the telling lines of an output', () => {
  test.each([
    [
      'node:test',
      `✔ one (0.73ms)
\u001b[31m✖ adds (0.77ms)\u001b[39m
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  2 !== 3

      at TestContext.<anonymous> (file:///project/a.test.mjs:2:52)
      at Test.run (node:internal/test_runner/test:796:25)
✔ two (0.07ms)
ℹ tests 3
ℹ pass 2
ℹ fail 1
ℹ duration_ms 357.7
`,
      [
        '✖ adds (0.77ms)',
        '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
        '  2 !== 3',
        '      at TestContext.<anonymous> (file:///project/a.test.mjs:2:52)',
      ],
    ],
    [
      'TAP, after a log of an error that was expected',
      `# TypeError: a log of an error
${PASSED}not ok 201 - adds
  ---
  duration_ms: 0.71
  error: |-
    Expected values to be strictly equal:
  ...
1..201
# fail 1
`,
      ['not ok 201 - adds', '  ---', '  duration_ms: 0.71', '  error: |-'],
    ],
    [
      'vitest',
      ` ✓ test/b.test.ts (3 tests) 3ms
 FAIL  test/a.test.ts > adds
AssertionError: expected 2 to be 3 // Object.is equality
 ❯ test/a.test.ts:4:22
 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 3 passed (4)
`,
      [
        ' FAIL  test/a.test.ts > adds',
        'AssertionError: expected 2 to be 3 // Object.is equality',
        ' ❯ test/a.test.ts:4:22',
        ' Test Files  1 failed | 1 passed (2)',
      ],
    ],
    [
      'pytest',
      `collected 2 items
test_a.py .F                                                  [100%]
=================================== FAILURES ===================================
___________________________________ test_add ___________________________________

    def test_add():
>       assert add(1, 1) == 3
E       assert 2 == 3

test_a.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_a.py::test_add - assert 2 == 3
`,
      [
        '___________________________________ test_add ___________________________________',
        '    def test_add():',
        '>       assert add(1, 1) == 3',
        'E       assert 2 == 3',
      ],
    ],
    [
      'go test',
      `=== RUN   TestAdd
--- FAIL: TestAdd (0.00s)
    add_test.go:9: got 2, want 3
FAIL
exit status 1
`,
      ['--- FAIL: TestAdd (0.00s)', '    add_test.go:9: got 2, want 3', 'FAIL', 'exit status 1'],
    ],
    [
      'cargo test',
      `running 2 tests
test tests::adds ... FAILED
failures:
---- tests::adds stdout ----
thread 'tests::adds' panicked at src/lib.rs:9:9:
assertion \`left == right\` failed
  left: 2
test result: FAILED. 1 passed; 1 failed
`,
      [
        '---- tests::adds stdout ----',
        "thread 'tests::adds' panicked at src/lib.rs:9:9:",
        'assertion `left == right` failed',
        '  left: 2',
      ],
    ],
    [
      'tsc',
      `> tsc --noEmit
src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
`,
      ["src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."],
    ],
    [
      'eslint',
      `
/project/src/a.js
  3:7  error  'x' is assigned a value but never used  no-unused-vars

✖ 1 problem (1 error, 0 warnings)
`,
      [
        "  3:7  error  'x' is assigned a value but never used  no-unused-vars",
        '✖ 1 problem (1 error, 0 warnings)',
      ],
    ],
  ])('of %s are the first failure with its cause', (_, output, lines) => {
    expect(told(output)).toEqual(lines);
  });

  test('are the last ones of an output without a known failure', () => {
    expect(told(`${PASSED}1 + 2 is not 3\n\n`, 2)).toEqual(['ok 199 - passes', '1 + 2 is not 3']);
    expect(told('')).toEqual([]);
  });

  test('keep to their limits, and are safe to print', () => {
    const lines = told(`Error: ${'x'.repeat(1000)}\n${'y'.repeat(1000)}\n`, 12);
    expect(lines.join('\n').length).toBeLessThanOrEqual(400);
    expect(told('a\u202eb\u0007')).toEqual(['ab']);
  });
});
