export interface CounterRun {
  readonly cap: number;
  readonly blocks: number;
  readonly marks: readonly string[];
  readonly isOver: boolean;
}

export type CounterCommand =
  | { readonly type: 'start'; readonly cap: number }
  | { readonly type: 'mark'; readonly id: string }
  | { readonly type: 'stop' };

export type CounterEvent =
  | { readonly type: 'started'; readonly cap: number }
  | { readonly type: 'blocked'; readonly number: number }
  | { readonly type: 'marked'; readonly id: string }
  | { readonly type: 'ended' };

export interface CounterDecision {
  readonly events: readonly CounterEvent[];
  readonly answer: string;
  readonly number?: number;
}

export const counterProgram: {
  readonly version: string;
  readonly decide: (run: CounterRun | undefined, command: CounterCommand) => CounterDecision;
};
