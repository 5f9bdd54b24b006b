export { installedNodes, type InstalledNode } from './installed-nodes.ts';
export { clientEnvironment } from './client/client-environment.ts';
export { clientPath } from './client/client-path.ts';
export type { ClaudeOptions } from './client/claude-options.ts';
export type { ClaudeRun, ClaudeView } from './client/claude-run.ts';
export type { HookRun } from './client/hook-runs.ts';
export { type ClaudeSession, openClaude } from './client/open-claude.ts';
export { runClaude, type RunOptions } from './client/run-claude.ts';
export type { ResultMessage, StreamMessage } from './client/stream-message.ts';
export { type LoopbackService, serveLoopback } from './loopback/serve-loopback.ts';
export type { ModelRequest } from './model/model-request.ts';
export {
  apiError,
  both,
  type BrokenReply,
  cutOff,
  type FailedReply,
  rateLimit,
  type Reply,
  type ReplyBlock,
  type ReplyOptions,
  type ReplyUsage,
  say,
  type SpokenReply,
  tool,
  type ToolCall,
  tools,
} from './model/reply.ts';
export type { Script, Step } from './model/script.ts';
export {
  createScriptedModel,
  type ModelScripts,
  type ScriptedModel,
  type SubagentScript,
} from './model/scripted-model.ts';
export { levelsOf } from './levels-of.ts';
export { type Isolation, isolationHere } from './process/isolation.ts';
export type { Project, ProjectOptions } from './sandbox/create-project.ts';
export { createSandbox, type Sandbox } from './sandbox/create-sandbox.ts';
export { TestkitError, type TestkitErrorCode } from './testkit-error.ts';
export { openProgram, type ProgramOptions, type ProgramTerminal } from './terminal/open-program.ts';
export {
  canOpenTerminal,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from './terminal/open-terminal.ts';
export { screenSvg } from './terminal/screen-svg.ts';
export type { StyledText, TerminalNotice } from './terminal/screen-buffer.ts';
export { postgresPrograms, type PostgresServer, startPostgres } from './postgres/start-postgres.ts';
export type { CommandResult } from './process/process-group.ts';
export { runInSandbox, type SandboxCommand } from './process/run-in-sandbox.ts';
export { dependencyFolders } from './registry/dependency-folders.ts';
export { packFolder } from './registry/pack-folder.ts';
export { type PublishedPackage, type Registry, startRegistry } from './registry/start-registry.ts';
export {
  createTranscript,
  type Transcript,
  type TranscriptIdentity,
} from './transcript/create-transcript.ts';
export { allLies } from './liar/all-lies.ts';
export type { Lie, LieSet } from './liar/lie.ts';
export { honestHeadlessWork, honestWork } from './liar/lies/honest.ts';
export { isFalselyVerified, type Outcome, outcomeText } from './liar/outcome.ts';
export { type LiarTarget, playHonestWork, playLie } from './liar/play-lie.ts';
export { type EndTexts, signsIn } from './liar/signs.ts';
