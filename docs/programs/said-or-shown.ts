// A driver reads Claude's last messages: which one says that the work is done, and which only shows the words?
import { detectSignals, PEER_MARKERS, readSignals } from '@loopwright/transcript';

const done = '<loop-done>COMPLETE</loop-done>';
const messages = [
  `All tests pass.\n\n${done}`,
  `I will end with this:\n\n\`\`\`\n${done}\n\`\`\``,
  `The prompt says:\n\n> ${done}`,
  `- tests pass\n- docs written\n\n${done}\n`,
];

for (const message of messages) {
  const { signals, nearMiss } = readSignals(message, { mode: 'loop' });
  const [signal] = signals;
  console.log(signal ? `said: ${signal.value}` : `shown in ${nearMiss?.place}, line ${nearMiss?.line}`);
}
// → said: COMPLETE
// → shown in code block, line 4
// → shown in quote, line 3
// → said: COMPLETE

const foreign = detectSignals('Ready.\n\n<promise>COMPLETE</promise>', {
  markers: PEER_MARKERS['ralph-loop'],
});
console.log(foreign.map(({ kind, value }) => `${kind}: ${value}`));
// → [ 'promise: COMPLETE' ]
