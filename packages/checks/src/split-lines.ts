/** Receives text in chunks and passes on each line. */
export interface LineSplitter {
  write(chunk: string): void;
  /** Passes on the last line if no line break ends it. */
  end(): void;
}

/**
 * Splits text into lines, with bounded memory. The first line of more than `maxLength` characters calls `onTooLong`
 * once; all text from there on is dropped.
 */
export function createLineSplitter(
  maxLength: number,
  onLine: (line: string) => void,
  onTooLong: () => void = () => undefined,
): LineSplitter {
  let line = '';
  let isTooLong = false;
  const pass = (): void => {
    const whole = line;
    line = '';
    onLine(whole);
  };
  return {
    write: (chunk) => {
      for (const [index, part] of chunk.split('\n').entries()) {
        if (isTooLong) return;
        if (index > 0) pass();
        line += part;
        isTooLong = line.length > maxLength;
        if (!isTooLong) continue;
        line = '';
        onTooLong();
      }
    },
    end: () => {
      if (line !== '') pass();
    },
  };
}
