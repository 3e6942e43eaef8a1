/** The paths of the mailbox, of an order and of compose, all below the path of the list in config. */
import { useConfig } from '../../config'
import { detailPath } from '../../paths'

/** What compose takes over from an order (decision 6); see `Origin` in `compose/draft/origin`. */
export type ComposeFrom = 'reply' | 'forward' | 'failed'

export function useOrderPaths() {
  const list = useConfig().resources.orders?.path ?? '/'
  return {
    list,
    show: (id: number) => detailPath(list, id),
    compose: (from?: ComposeFrom, id?: number) =>
      from ? `${list}/compose?${from}=${id}` : `${list}/compose`,
  }
}
