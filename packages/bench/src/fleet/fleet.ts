import { connectPostgres } from '@loopwright/fleet';
import { postgresPrograms, startPostgres } from '@loopwright/testkit';
import { type Figure, median, type Section } from '../figures.ts';
import { jobsPerSecond, takeOverSeconds, withFolder } from './measure.ts';

/** Measures a fleet on the PostgreSQL of this machine, and in a folder, in about two minutes. */
export async function benchFleet(): Promise<Section> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed here.');
  const server = startPostgres(programs);
  const { url } = server;
  const row = (what: string, value: number, measured: string): Figure => ({
    what,
    value: Math.round(value * 10) / 10,
    unit: '',
    measured,
  });
  try {
    const onServer = await jobsPerSecond(async () => connectPostgres(url), 2_000);
    const inFolder = await withFolder(async (open) => jobsPerSecond(open, 1_000));
    const takeOvers = await takeOverSeconds(url);
    const most = `at most ${Math.max(...takeOvers).toFixed(1)} s, n ${takeOvers.length}, over 1,000 other jobs wait`;
    return {
      title: 'A fleet; its agents are simulated: they ask the store all, and start no driver',
      figures: [
        row('empty jobs a second, PostgreSQL', onServer, 'claimed and settled, four at a time, one process'),
        row('empty jobs a second, in a folder', inFolder, `${(inFolder / onServer).toFixed(2)} × PostgreSQL`),
        row('seconds until a killed agent’s job goes on, median', median(takeOvers), most),
      ],
    };
  } finally {
    server.remove();
  }
}
