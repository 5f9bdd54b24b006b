import { describe, expect, it } from 'vitest';
import { parseLabelledSpecs } from './labelled-spec.ts';

const line =
  '{"id":"a","text":"Fix it","label":{"outcome":0,"scope":0,"constraints":0,"success":0,"done":0}}';

describe('parseLabelledSpecs', () => {
  it('reads one spec a line and skips blank lines', () => {
    expect(parseLabelledSpecs(`${line}\n\n${line}\n`)).toHaveLength(2);
  });

  it('names the line that is not JSON', () => {
    expect(() => parseLabelledSpecs(`${line}\nnope`)).toThrow("Line 2 isn't JSON.");
  });

  it('names the line that has no level for a dimension', () => {
    expect(() => parseLabelledSpecs(line.replace('"done":0', '"done":3'))).toThrow(/^Line 1 needs/u);
  });
});
