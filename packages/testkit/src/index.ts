export { installedNodes, type InstalledNode } from './installed-nodes.ts';
export { clientEnvironment } from './client/client-environment.ts';
export { clientPath } from './client/client-path.ts';
export type { ClaudeOptions } from './client/claude-options.ts';
export type { ClaudeRun, ClaudeView } from './client/claude-run.ts';
export { type ClaudeSession, openClaude } from './client/open-claude.ts';
export { runClaude, type RunOptions } from './client/run-claude.ts';
export { type LoopbackService, serveLoopback } from './loopback/serve-loopback.ts';
export type { ModelRequest } from './model/model-request.ts';
export {
  apiError,
  both,
  cutOff,
  type FailedReply,
  rateLimit,
  type Reply,
  say,
  tool,
  type ToolCall,
  tools,
} from './model/reply.ts';
export type { Script, Step } from './model/script.ts';
export { createScriptedModel, type ModelScripts, type ScriptedModel } from './model/scripted-model.ts';
export { levelsOf } from './levels-of.ts';
export { isolationHere } from './process/isolation.ts';
export type { Project, ProjectOptions } from './sandbox/create-project.ts';
export { createSandbox, type Sandbox } from './sandbox/create-sandbox.ts';
export { TestkitError } from './testkit-error.ts';
export { openProgram, type ProgramTerminal } from './terminal/open-program.ts';
export {
  canOpenTerminal,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from './terminal/open-terminal.ts';
export { screenSvg } from './terminal/screen-svg.ts';
export type { StyledText } from './terminal/screen-buffer.ts';
export { postgresPrograms, type PostgresServer, startPostgres } from './postgres/start-postgres.ts';
export { type CommandResult, runGroup } from './process/process-group.ts';
export { runInSandbox } from './process/run-in-sandbox.ts';
export { dependencyFolders } from './registry/dependency-folders.ts';
export { packFolder } from './registry/pack-folder.ts';
export { type Registry, startRegistry } from './registry/start-registry.ts';
export { createTranscript } from './transcript/create-transcript.ts';
export { allLies } from './liar/all-lies.ts';
export { honestHeadlessWork, honestWork } from './liar/lies/honest.ts';
export { isFalselyVerified, type Outcome, outcomeText } from './liar/outcome.ts';
export { type LiarTarget, playHonestWork, playLie } from './liar/play-lie.ts';
export { signsIn } from './liar/signs.ts';
