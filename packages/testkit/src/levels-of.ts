/** The rows of one level of tests, with the tags of their test. */
export interface Level<Row> {
  readonly rows: readonly Row[];
  readonly tags: string[];
}

/** Divides the rows of a test: `npm test` runs those that `isQuick` chooses, `npm run test:deep` the others. */
export function levelsOf<Row>(
  rows: readonly Row[],
  isQuick: (row: Row, index: number) => boolean,
): readonly Level<Row>[] {
  return [
    { rows: rows.filter(isQuick), tags: [] },
    { rows: rows.filter((row, index) => !isQuick(row, index)), tags: ['deep'] },
  ];
}
