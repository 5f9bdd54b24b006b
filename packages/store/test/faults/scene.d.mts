export interface Scene {
  readonly home: string;
  readonly origin: string;
}

export function createScene(): Promise<Scene>;
export function removeScene(scene: Scene): void;
