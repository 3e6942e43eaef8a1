/** The addresses of the mailbox, of an order and of compose, beneath the list's address in config. */
import { useConfig } from '../../config'
import { showPath } from '../../paths'

/** What compose takes over from an order: its targets, its command, or its failed targets (decision 6). */
export type ComposeFrom = 'reply' | 'forward' | 'failed'

export function useOrderPaths() {
  const list = useConfig().resources.orders?.path ?? '/'
  return {
    list,
    show: (id: number) => showPath(list, id),
    compose: (from?: ComposeFrom, id?: number) =>
      from ? `${list}/compose?${from}=${id}` : `${list}/compose`,
  }
}
