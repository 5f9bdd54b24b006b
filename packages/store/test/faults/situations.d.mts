import type { Scene } from './scene.mjs';

export const SITUATIONS: readonly {
  readonly row: string;
  readonly name: string;
  readonly problem?: () => string | undefined;
  readonly run: (scene: Scene) => Promise<{ readonly runs: number; readonly failures: readonly string[] }>;
}[];
