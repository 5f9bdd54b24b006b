import type { Flag } from '@loopwright/core/flags';

/** What the client of a headless run is, and what it may do. */
export const clientFlags = [
  { name: 'claude', kind: 'text', value: 'PATH', summary: 'The client (default: claude on PATH)' },
  { name: 'model', kind: 'text', value: 'NAME', summary: 'The model of the client' },
  {
    name: 'permission-mode',
    kind: 'choice',
    value: 'MODE',
    values: ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'],
    summary: 'What the client may do without asking (default: acceptEdits)',
  },
  {
    name: 'plugin',
    kind: 'text',
    value: 'DIR',
    summary: 'The Loopwright plugin (default: the one around this command)',
  },
] as const satisfies readonly Flag[];

export const familiarityFlag = {
  name: 'familiarity',
  kind: 'whole',
  value: '0-10',
  summary: 'How well the domain is known',
} as const satisfies Flag;

export const reasonFlag = {
  name: 'reason',
  kind: 'text',
  value: 'TEXT',
  summary: 'Why, for the record',
} as const satisfies Flag;
