/**
 * A loop as small as it can be: it blocks stops up to a cap and remembers marks. Plain JavaScript, so that crash
 * programs can run it against the built package on any Node.
 */
export const counterProgram = {
  version: 'counter-1',

  decide(run, command) {
    if (command.type === 'start') {
      return run
        ? { events: [], answer: 'exists' }
        : { events: [{ type: 'started', cap: command.cap }], answer: 'started' };
    }
    if (!run || run.isOver) return { events: [], answer: 'allow' };
    if (command.type === 'mark') return { events: [{ type: 'marked', id: command.id }], answer: 'marked' };
    if (run.blocks >= run.cap) return { events: [{ type: 'ended' }], answer: 'allow' };
    return { events: [{ type: 'blocked', number: run.blocks + 1 }], answer: 'block', number: run.blocks + 1 };
  },

  evolve(run, event) {
    if (event.type === 'started') return { cap: event.cap, blocks: 0, marks: [], isOver: false };
    if (!run) return { cap: 0, blocks: 0, marks: [], isOver: true };
    if (event.type === 'blocked') return { ...run, blocks: event.number };
    if (event.type === 'marked') return { ...run, marks: [...run.marks, event.id] };
    return { ...run, isOver: true };
  },

  parseCommand(value) {
    if (value?.type === 'start' && Number.isSafeInteger(value.cap)) return { type: 'start', cap: value.cap };
    if (value?.type === 'mark' && typeof value.id === 'string') return { type: 'mark', id: value.id };
    return value?.type === 'stop' ? { type: 'stop' } : undefined;
  },

  parseEvent(value) {
    if (value?.type === 'started' && Number.isSafeInteger(value.cap))
      return { type: 'started', cap: value.cap };
    if (value?.type === 'blocked' && Number.isSafeInteger(value.number))
      return { type: 'blocked', number: value.number };
    if (value?.type === 'marked' && typeof value.id === 'string') return { type: 'marked', id: value.id };
    return value?.type === 'ended' ? { type: 'ended' } : undefined;
  },

  parseRun(value) {
    return typeof value?.cap === 'number' && Array.isArray(value.marks) ? value : undefined;
  },

  summarize: (decision) => decision.answer,
};
