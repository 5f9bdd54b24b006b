/** The faults of the kit itself, not of the thing under test. */
export type TestkitErrorCode = 'TIMEOUT' | 'ENDED' | 'BAD_PACKAGE' | 'BAD_STORY';

/** The one error that this package throws. Its message has the output so far. */
export class TestkitError extends Error {
  override readonly name = 'TestkitError';
  readonly code: TestkitErrorCode;

  constructor(code: TestkitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
