import { describe, expect, it } from 'vitest';
import { shapeForFit, shapeForSpec } from '../src/index.ts';

describe('shapeForSpec, by the decision table of seed 003', () => {
  it.each([
    [10, 'tool', '≥8'],
    [8, 'tool', '≥8'],
    [7, 'colleague', '5-7'],
    [5, 'colleague', '5-7'],
    [4, 'clarify', '<5'],
    [0, 'clarify', '<5'],
  ] as const)('answers %i with %s (seed 003: %s)', (...row) => {
    const [total, shape] = row;
    expect(shapeForSpec(total)).toBe(shape);
  });
});

describe('shapeForFit, by the decision table of seed 002', () => {
  it.each([
    [75, 'tool', '40+'],
    [40, 'tool', '40+'],
    [39, 'tool-review', '30-39'],
    [30, 'tool-review', '30-39'],
    [29, 'colleague', '25-29'],
    [25, 'colleague', '25-29'],
    [24, 'blocked', '<25'],
    [0, 'blocked', '<25'],
  ] as const)('answers %i with %s (seed 002: %s)', (...row) => {
    const [fit, shape] = row;
    expect(shapeForFit(fit)).toBe(shape);
  });
});
