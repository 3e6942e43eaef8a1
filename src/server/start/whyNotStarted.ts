/** What the terminal says when something cannot begin: never a stack trace. */
import { ConfigRefused } from '../config/openConfig'
import { errorCode } from '../store/failures'
import { StartProblem, terminalSentence } from './startProblem'

/** Sentences for the terminal, whatever was thrown. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof ConfigRefused) return `${terminalSentence('configBroken')}\n${error.message}`
  const { code, params } =
    error instanceof StartProblem ? error : new StartProblem('unexpected', { cause: firstLine(error) })
  return terminalSentence(code, params)
}

/** What an error says, without what it adds. */
export const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message || errorCode(error) : error).split('\n', 1)[0]!
