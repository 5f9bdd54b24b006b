import { TestkitError } from '../testkit-error.ts';
import type { StreamMessage } from './stream-message.ts';

/** Messages as they arrive, for those who wait for one. */
export interface MessageLog {
  readonly messages: readonly StreamMessage[];
  readonly add: (message: StreamMessage) => void;
  /** Nothing more will come: whoever still waits is told why. */
  readonly end: (why: string) => void;
  /** Resolves with the first message after the last one waited for that is wanted. */
  readonly waitFor: (wanted: (message: StreamMessage) => boolean) => Promise<StreamMessage>;
  /** Counts everything that came so far as waited for. */
  readonly skip: () => void;
}

/** Creates an empty log. One waiter at a time: a story waits for one thing after the other. */
export function createMessageLog(): MessageLog {
  const messages: StreamMessage[] = [];
  let seen = 0;
  let ended: string | undefined;
  let wake: (() => void) | undefined;

  return {
    messages,
    add: (message) => {
      messages.push(message);
      wake?.();
    },
    end: (why) => {
      ended = why;
      wake?.();
    },
    skip: () => {
      seen = messages.length;
    },
    waitFor: async (wanted) => {
      for (;;) {
        for (; seen < messages.length;) {
          const message = messages[seen++] as StreamMessage; // within bounds by the condition
          if (wanted(message)) return message;
        }
        if (ended !== undefined) throw new TestkitError('ENDED', `the client ended first: ${ended}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
