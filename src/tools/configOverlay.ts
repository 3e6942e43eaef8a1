/** A config change that is refused while `npm run dev` runs, on the page itself: in the overlay of Vite. */
import type { HotPayload } from 'vite'
import type { ConfigOutcome } from '../server/plugins/config'

/** What the browser is told: every error with its file, line and path, or to begin anew with the config that is in force. */
export function overlayOf(outcome: ConfigOutcome): HotPayload {
  if (outcome.kind !== 'refused') return { type: 'full-reload' }
  const [first = ''] = outcome.lines
  const [, file, line, column] = /^(\S+?):(\d+):(\d+)/.exec(first) ?? []
  return {
    type: 'error',
    err: {
      message: outcome.lines.join('\n'),
      stack: '',
      plugin: 'config',
      ...(file ? { id: file, loc: { file, line: Number(line), column: Number(column) } } : {}),
    },
  }
}
