// Preloaded into a measured Node: reports its usage on descriptor 3 at exit.
'use strict';
process.on('exit', () => {
  const { readFileSync, writeSync } = require('node:fs');
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  let rssKb = maxRSS;
  try {
    // The kernel's own peak of this program: `maxRSS` also counts the memory of the parent process.
    rssKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? maxRSS);
  } catch {
    // Not Linux.
  }
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, rssMb: rssKb / 1000 }));
});
