/** Saving a record through ra-core's `save` (of `EditBase` and `CreateBase`), and who saves it. */
import { useSaveContext } from 'ra-core'
import { useMemo } from 'react'
import { normalEmail } from '../../../domain/email'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import type { Values } from '../../forms/record/formValues'

/** ra-core's `save` resolves whether it fails or not; this one resolves to the saved record or rejects with the error. */
export function useSave(): (data: Values) => Promise<Values> {
  const { save } = useSaveContext()
  return data =>
    new Promise((resolve, reject) => {
      const sent = save?.(data, { onSuccess: record => resolve(record ?? data), onError: reject })
      // `onSuccess` is not called once the screen has been left.
      void Promise.resolve(sent).then(() => resolve(data))
    })
}

/** The resource whose records are accounts. A session knows its user by the e-mail address. */
const ACCOUNTS = 'clients'

/**
 * Who writes a record, as the validator and the conditions of config see it.
 *
 * @param current the record as the server gave it, when editing
 */
export function useWriting({ name }: CompiledResource, action: Writing['action'], current?: Values): Writing {
  const { numbers } = useConfig().levels
  const { level, email } = useUser()
  return useMemo(
    () => ({
      action,
      level,
      levels: numbers,
      own: name === ACCOUNTS && normalEmail(String(current?.email ?? '')) === normalEmail(email),
      ...(current ? { current } : {}),
    }),
    [name, action, level, numbers, current, email],
  )
}
