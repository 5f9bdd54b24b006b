import { TestkitError } from '../testkit-error.ts';
import type { StreamMessage } from './stream-message.ts';

/** Messages as they arrive, with waits for one of them. */
export interface MessageLog {
  readonly messages: readonly StreamMessage[];
  readonly add: (message: StreamMessage) => void;
  /** Ends the log: pending waits reject with this reason. */
  readonly end: (why: string) => void;
  /** Resolves with the first wanted message after the last one that a wait resolved with. */
  readonly waitFor: (wanted: (message: StreamMessage) => boolean) => Promise<StreamMessage>;
  /** Makes the next wait ignore all messages so far. */
  readonly skip: () => void;
}

/** Creates an empty log. */
export function createMessageLog(): MessageLog {
  const messages: StreamMessage[] = [];
  const waiting = new Set<() => void>();
  let seen = 0;
  let ended: string | undefined;

  function wakeAll(): void {
    const woken = [...waiting];
    waiting.clear();
    woken.forEach((wake) => wake());
  }

  return {
    messages,
    add: (message) => {
      messages.push(message);
      wakeAll();
    },
    end: (why) => {
      ended = why;
      wakeAll();
    },
    skip: () => {
      seen = messages.length;
    },
    waitFor: async (wanted) => {
      for (let at = seen; ;) {
        for (const message of messages.slice(at)) {
          at += 1;
          if (wanted(message)) {
            seen = Math.max(seen, at);
            return message;
          }
        }
        if (ended !== undefined) throw new TestkitError('ENDED', `the client ended first: ${ended}`);
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
}
