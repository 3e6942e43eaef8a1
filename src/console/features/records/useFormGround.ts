/** What every form of a record stands on: its resource, who writes, and whether they may. */
import { useResourceContext } from 'ra-core'
import { useMemo } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

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
  const { level } = useUser()
  const allowed = useMayAccess()(name, action)
  const writing = useMemo<Writing>(
    () => ({ action, level, levels: levels.numbers, ...(current ? { current } : {}) }),
    [action, level, levels.numbers, current],
  )
  return { resource: resources[name], writing, allowed }
}
