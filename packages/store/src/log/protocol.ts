import { statfsSync } from 'node:fs';

/** How records are made atomic: one append each, or one file each. */
export type Protocol = 'append' | 'numbered';

// The magic numbers of statfs(2) of file systems on which an append is emulated and may overwrite another.
const APPEND_IS_EMULATED = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xfe534d42, // SMB2
  0xff534d42, // CIFS
  0x01021997, // 9p
]);

/** The protocol for a folder, by the type of its file system; one that can't tell its type is a local one. */
export function protocolFor(
  folder: string,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): Protocol {
  try {
    // The kernel's number is 32 bits wide and arrives with a sign on some platforms.
    return APPEND_IS_EMULATED.has(statfs(folder).type >>> 0) ? 'numbered' : 'append';
  } catch {
    return 'append';
  }
}
