/** The reader's time zone: a report is mostly read where it was made. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
