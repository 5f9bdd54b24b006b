import { endingLines, extraLines } from '../text/user-lines.ts';
import { createDialects } from './create-dialects.ts';

/** All dialects, by name. */
export const dialects = createDialects(() => ({ endingLines, extraLines }));
