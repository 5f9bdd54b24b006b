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
  let parts: string[] = [];
  let length = 0;
  let isTooLong = false;

  function add(part: string): void {
    length += part.length;
    if (length <= maxLength) {
      parts.push(part);
      return;
    }
    parts = [];
    isTooLong = true;
    onTooLong();
  }

  function pass(): void {
    const line = parts.join('');
    parts = [];
    length = 0;
    onLine(line);
  }

  return {
    write: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf('\n'); end >= 0 && !isTooLong; end = chunk.indexOf('\n', start)) {
        add(chunk.slice(start, end));
        if (!isTooLong) pass();
        start = end + 1;
      }
      if (!isTooLong && start < chunk.length) add(chunk.slice(start));
    },
    end: () => {
      if (length > 0 && !isTooLong) pass();
    },
  };
}
