export {
  breachOf,
  type Contract,
  isTypedCheck,
  type SessionWords,
  sessionWordsSchema,
  type TypedCommand,
} from './contract.ts';
export { type ParsedWords, parseTyped, type TypedCheck } from './parse-typed.ts';
