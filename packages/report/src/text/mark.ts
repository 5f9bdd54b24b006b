/** Begins every report, so that a program can tell a report from a file that it must not replace. */
export const MARK = '<!-- loopwright-report -->';

/** Marks a report in JSON. */
export const GENERATOR = 'loopwright-report';

const BEGINNINGS = [
  `<!doctype html>\n${MARK}\n`,
  `${MARK}\n`,
  `{\n  "generator": "${GENERATOR}",\n`,
] as const;

/** True for the beginning of a report that this package wrote, in any format. */
export function isReport(beginning: string): boolean {
  return BEGINNINGS.some((one) => beginning.startsWith(one));
}
