import { EventEmitter, once } from 'node:events';
import { TestkitError } from '../testkit-error.ts';
import { isResult, type ResultMessage, type StreamMessage } from './stream-message.ts';

/** Messages as they arrive, with waits for the end of a turn. */
export interface MessageLog {
  readonly messages: readonly StreamMessage[];
  readonly add: (message: StreamMessage) => void;
  /** Ends the log: pending waits reject with this reason. */
  readonly end: (why: string) => void;
  /** Resolves with the first result after the last one that a wait resolved with. */
  readonly nextResult: () => Promise<ResultMessage>;
  /** Makes the next wait ignore all messages so far. */
  readonly skip: () => void;
}

/** Creates an empty log. */
export function createMessageLog(): MessageLog {
  const messages: StreamMessage[] = [];
  let seen = 0;
  let ended: string | undefined;
  const changes = new EventEmitter();

  return {
    messages,
    add: (message) => {
      messages.push(message);
      changes.emit('change');
    },
    end: (why) => {
      ended = why;
      changes.emit('change');
    },
    skip: () => {
      seen = messages.length;
    },
    nextResult: async () => {
      for (;;) {
        const at = messages.findIndex((message, index) => index >= seen && isResult(message));
        if (at >= 0) {
          seen = at + 1;
          return messages[at] as ResultMessage; // the index of a result
        }
        if (ended !== undefined) throw new TestkitError('ENDED', `the client ended first: ${ended}`);
        await once(changes, 'change');
      }
    },
  };
}
