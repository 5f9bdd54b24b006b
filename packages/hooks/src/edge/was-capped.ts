import { readTail } from '@loopwright/transcript/node';

/**
 * True if the client reports since then that it ended the turn over a hook's block. Observed: a warning of the kind
 * `system`, `informational`, which no tool and no message can write.
 */
export function wasCapped(transcriptPath: string, since: number): boolean {
  const tail = readTail(transcriptPath);
  return (tail?.lines ?? []).some((line) => line.includes(CAP_WORDS) && isCapWarning(line, since));
}

const CAP_WORDS = 'consecutive times';

function isCapWarning(line: string, since: number): boolean {
  try {
    const { type, subtype, level, content, timestamp } = JSON.parse(line) as Record<string, unknown>;
    const isWarning = type === 'system' && subtype === 'informational' && level === 'warning';
    return isWarning && String(content).includes(CAP_WORDS) && Date.parse(String(timestamp)) >= since;
  } catch {
    return false;
  }
}
