import { configureGlobal } from 'fast-check';

// Every property draws the same values in every run. `SEED` names another seed; `.ci/properties` draws fresh ones.
const { SEED = '1' } = process.env;
if (!/^-?\d{1,10}$/.test(SEED)) throw new Error(`SEED is a whole number of up to 10 digits, not "${SEED}"`);
configureGlobal({ seed: Number(SEED) });
