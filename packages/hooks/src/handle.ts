import { createHandle } from './create-handle.ts';
import { seldomHandlers } from './events/seldom-handlers.ts';

/** Answers one event of the client. Touches the world through its ports alone. */
export const handle = createHandle(() => seldomHandlers);
