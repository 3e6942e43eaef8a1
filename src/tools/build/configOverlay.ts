/** A config change that is refused while `npm run dev` runs, on the page itself: in the overlay of Vite. */
import type { HotPayload } from 'vite'
import type { ConfigOutcome } from '../../server/config/openConfig'

/**
 * The message to the browser: every error with its file, line and path, or a reload when the config is in force again.
 */
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
