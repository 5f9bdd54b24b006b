/** What went wrong in the kit itself, as opposed to in the thing under test. */
export type TestkitErrorCode = 'TIMEOUT' | 'ENDED' | 'BAD_PACKAGE' | 'BAD_STORY';

/** The one error that this package throws. Its message carries what had been seen until then. */
export class TestkitError extends Error {
  override readonly name = 'TestkitError';
  readonly code: TestkitErrorCode;

  constructor(code: TestkitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
