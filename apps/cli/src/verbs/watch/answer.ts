import * as z from 'zod';
import { status } from '../fleet/answer.ts';
import { answer as list } from '../list/answer.ts';

/** What `loop watch --json` answers: the same as `loop list --json`, or as `loop fleet status --json`. */
export const answer = z.union([list, status]);
