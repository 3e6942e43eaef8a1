/** The commands that can be given, in the order in which the server lists them. */
import { useGetList } from 'ra-core'
import type { Method } from '../../../contract/methods'
import type { MethodType } from '../../../engine/compiled'
import { choicesOf } from '../../choices'

export const useMethods = () =>
  useGetList<Method & { id: string }>(choicesOf('methods'), {
    pagination: { page: 1, perPage: 1000 },
    // A field that no record has: the server's order stays.
    sort: { field: '', order: 'ASC' },
  })

/** Whether a value of this kind is a secret. */
export const isSecret = (type: MethodType | undefined): boolean => type?.input === 'password'
