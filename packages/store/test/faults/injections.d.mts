import type { Scene } from './scene.mjs';

export interface Call {
  readonly name: string;
  readonly ordinal: number;
  readonly isAnswer?: boolean;
}

export const ERRNOS: readonly string[];
export function callsOf(scene: Scene): Promise<readonly Call[]>;
export function injectAll(
  scene: Scene,
  calls: readonly Call[],
  faults: readonly string[],
): Promise<{ readonly runs: number; readonly missed: number; readonly failures: readonly string[] }>;
