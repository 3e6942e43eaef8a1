import { useGetList } from 'ra-core'
import type { Method } from '../../../contract/methods'
import { choicesOf } from '../../choices'

/** All order methods, in the order of the server. */
export const useMethods = ({ enabled = true } = {}) =>
  useGetList<Method & { id: string }>(
    choicesOf('methods'),
    {
      pagination: { page: 1, perPage: 1000 },
      // No record has this field, so that the server's order is kept.
      sort: { field: '', order: 'ASC' },
    },
    { enabled },
  )
