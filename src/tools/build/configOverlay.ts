/** Shows refused config changes in Vite's error overlay while `npm run dev` runs. */
import type { HotPayload } from 'vite'
import type { ConfigOutcome } from '../../server/config/openConfig'

/** The message to the browser: all errors with file, line and path, or a reload after a valid change. */
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
