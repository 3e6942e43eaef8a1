/** Who writes a record, as the validator and the conditions of config see it. */
import { useMemo } from 'react'
import { normalEmail } from '../../../domain/email'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import type { Values } from '../../forms/record/formValues'

/** The resource whose records are accounts. A session knows its user by the e-mail address. */
const ACCOUNTS = 'clients'

/** @param current the record as the server gave it, when editing */
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
