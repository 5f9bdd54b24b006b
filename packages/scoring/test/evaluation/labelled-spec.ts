import { dimensions, type Dimension, type Level } from '../../src/spec-score.ts';

/** A spec that people have scored. */
export interface LabelledSpec {
  readonly id: string;
  readonly text: string;
  readonly label: Readonly<Record<Dimension, Level>>;
}

/** Parses a file of one JSON object a line; says which line isn't a labelled spec. */
export function parseLabelledSpecs(jsonl: string): readonly LabelledSpec[] {
  return jsonl.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]));
}

function parseLine(line: string, number: number): LabelledSpec {
  const value = parseJson(line, number);
  const { id, text, label } = { ...value };
  const isLevel = (one: unknown): boolean => one === 0 || one === 1 || one === 2;
  const isWhole = typeof id === 'string' && typeof text === 'string';
  if (isWhole && label && dimensions.every((one) => isLevel(label[one]))) return { id, text, label };
  const levels = dimensions.join(', ');
  throw new Error(`Line ${number} needs "id" and "text" as strings and "label" with ${levels} from 0 to 2.`);
}

function parseJson(line: string, number: number): Partial<LabelledSpec> | null {
  try {
    return JSON.parse(line) as Partial<LabelledSpec> | null;
  } catch (cause) {
    throw new Error(`Line ${number} isn't JSON.`, { cause });
  }
}
