// What each agent is called with so that it changes nothing, and what it tells about its cost.
import { HOSTS } from '@loopwright/hosts';

for (const { words, modes, tells } of HOSTS)
  console.log(`${words.agent}: ${modes.plan?.join(' ')} (${tells})`);
// → Claude Code: --permission-mode plan (dollars)
// → Codex: --sandbox read-only (tokens)
// → Gemini CLI: --approval-mode plan (tokens)
// → Copilot: --mode plan (nothing)
// → OpenCode: --agent plan (dollars)
