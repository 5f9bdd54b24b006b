import { join } from 'node:path';

/** The command of the fleet as it is published. */
export const FLEET = join(import.meta.dirname, '../../dist/loop-fleet.js');
