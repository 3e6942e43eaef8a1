/** Where orders are read and written, beneath the list's address. */
import { showPath } from '../../paths'

export const orderPath = showPath

/** What compose starts with: the same targets, the same command, or the targets that failed (decision 6). */
export type ComposeFrom = 'reply' | 'forward' | 'failed'

export const composePath = (list: string, from?: ComposeFrom, id?: number) =>
  from && id !== undefined ? `${list}/compose?${from}=${id}` : `${list}/compose`
