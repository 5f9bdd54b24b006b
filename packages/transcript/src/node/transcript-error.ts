/** Why a transcript can't be read. A file that isn't there is no error: transcripts appear late. */
export type TranscriptErrorCode = 'not-a-transcript' | 'not-a-regular-file' | 'not-yours' | 'unreadable';

/** A transcript that can't or must not be read; the message names the file and what to do. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly code: TranscriptErrorCode;
  readonly path: string;

  constructor(code: TranscriptErrorCode, path: string, advice: string, cause?: unknown) {
    super(
      `Can't read the transcript ${JSON.stringify(path)}: ${advice}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.path = path;
  }
}
