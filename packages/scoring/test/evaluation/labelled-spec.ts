import { dimensions, type Dimension, type Level } from '../../src/spec-score.ts';

/** A spec that people have scored. */
export interface LabelledSpec {
  readonly id: string;
  readonly text: string;
  readonly label: Readonly<Record<Dimension, Level>>;
}

/** Parses a file of one JSON object a line; says which line isn't a labelled spec. */
export function parseLabelledSpecs(jsonl: string): readonly LabelledSpec[] {
  return jsonl
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseLine(line, number));
}

function parseLine(line: string, number: number): LabelledSpec {
  const value = parseJson(line, number);
  if (!isLabelledSpec(value)) {
    throw new Error(
      `Line ${number} needs "id" and "text" as strings and "label" with ${dimensions.join(', ')} from 0 to 2.`,
    );
  }
  return value;
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`Line ${number} isn't JSON.`, { cause });
  }
}

function isLabelledSpec(value: unknown): value is LabelledSpec {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['text'] !== 'string') return false;
  const label = value['label'];
  return isObject(label) && dimensions.every((dimension) => [0, 1, 2].includes(label[dimension] as number));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
