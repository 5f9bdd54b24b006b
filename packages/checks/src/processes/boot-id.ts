import { readFileSync } from 'node:fs';

/** Names the boot of this machine, as process ids are unique within one; empty where only Linux would tell. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
