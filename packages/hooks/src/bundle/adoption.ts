export { adoptAtStop, readHandWritten, readTrace } from '../edge/adoption.ts';
