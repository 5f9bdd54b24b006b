/** From so many points on a spec is clear enough to work by (seed 003), and to be shaped (seed 002). */
export const LEAST_POINTS = 5;
