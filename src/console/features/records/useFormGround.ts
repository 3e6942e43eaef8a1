/** What every form of a record stands on: its resource, who writes, and whether they may. */
import { useResourceContext } from 'ra-core'
import { useMemo } from 'react'
import { normalEmail } from '../../../domain/email'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

/** Whose records are accounts. A session knows its user by the address. */
const ACCOUNTS = 'clients'

interface FormGround {
  resource: CompiledResource | undefined
  writing: Writing
  allowed: boolean
}

/** @param current the record as the server gave it, when editing */
export function useFormGround(
  action: Writing['action'],
  current?: Readonly<Record<string, unknown>>,
): FormGround {
  const { resources, levels } = useConfig()
  const name = useResourceContext() ?? ''
  const { level, email } = useUser()
  const allowed = useMayAccess()(name, action)
  const writing = useMemo<Writing>(
    () => ({
      action,
      level,
      levels: levels.numbers,
      own: name === ACCOUNTS && normalEmail(String(current?.email ?? '')) === normalEmail(email),
      ...(current ? { current } : {}),
    }),
    [action, level, levels.numbers, current, name, email],
  )
  return { resource: resources[name], writing, allowed }
}
