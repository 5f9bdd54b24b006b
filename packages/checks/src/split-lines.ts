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
  // Joined once, as a long line may come in many chunks.
  let parts: string[] = [];
  let left = maxLength;
  const add = (part: string): void => {
    left -= part.length;
    if (left >= 0) return void parts.push(part);
    parts = [];
    onTooLong();
  };
  const pass = (): void => {
    const line = parts.join('');
    parts = [];
    left = maxLength;
    onLine(line);
  };
  return {
    write: (chunk) => {
      for (const [index, part] of chunk.split('\n').entries()) {
        if (left < 0) return;
        if (index > 0) pass();
        add(part);
      }
    },
    end: () => {
      if (left >= 0 && left < maxLength) pass();
    },
  };
}
