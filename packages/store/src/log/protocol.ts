import { statfsSync } from 'node:fs';

/** How records become atomic: one append or one file per record. */
export type Protocol = 'append' | 'numbered';

// File systems (by the magic number of statfs(2)) that emulate appends, so that one may overwrite another.
const APPEND_IS_EMULATED = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xfe534d42, // SMB2
  0xff534d42, // CIFS
  0x01021997, // 9p
]);

/** The protocol for a folder, by its file system type. An unknown type counts as local. */
export function protocolFor(
  folder: string,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): Protocol {
  try {
    // The number has 32 bits; some platforms return it signed.
    return APPEND_IS_EMULATED.has(statfs(folder).type >>> 0) ? 'numbered' : 'append';
  } catch {
    return 'append';
  }
}
