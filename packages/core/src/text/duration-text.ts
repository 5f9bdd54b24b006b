/** Writes an amount of tokens for people: `950 tokens`, `627k tokens`, `3.1M tokens`. */
export function tokensText(tokens: number): string {
  if (tokens < 1000) return `${tokens} tokens`;
  const [amount, unit] = tokens < 999_500 ? [tokens / 1000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${amount < 100 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)}${unit} tokens`;
}

/** Writes a duration for people: `0.4s`, `12s`, `3m 20s`, `2h 5m`. */
export function durationText(timeMs: number): string {
  const seconds = timeMs / 1000;
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1).replace(/\.0$/, '')}s`;
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return pair(minutes, 'm', whole % 60, 's');
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
