/** The page that a click on a row of a list opens. Apart from `recordPage`, since it needs the session of a browser. */
import { useCallback } from 'react'
import { ownValue } from '../domain/own'
import { may } from '../engine/access'
import type { CompiledConfig, CompiledResource } from '../engine/compiled'
import { useConfig } from './config'
import { type Id, pageOf } from './recordPage'
import { session } from './session'

type Row = Readonly<Record<string, unknown>> & { id: Id }

/**
 * Returns a function: the path of the page of a row in a list, for a row of the history the page of its record.
 * `undefined` if the user may not open it, or if the server has no page of devices (decision 22): its devices have no
 * `online`.
 */
export function usePageOfRow(): (resource: CompiledResource, row: Row) => string | undefined {
  const config = useConfig()
  const level = session.current()?.user.level ?? 0
  return useCallback(
    (resource, row) => {
      if (resource.page && row.online === undefined) return undefined
      const [target, id] = resource.name === 'history' ? subjectOf(config, row) : [resource, row.id]
      return target && may(config, level, target.name, 'show') ? pageOf(target, id) : undefined
    },
    [config, level],
  )
}

/** The record that a row of the history is about. */
function subjectOf({ resources }: CompiledConfig, row: Row): [CompiledResource | undefined, Id] {
  const target = row.action === 'deleted' ? undefined : ownValue(resources, String(row.resource))
  return [target, String(row.record ?? '')]
}
