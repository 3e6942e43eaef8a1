/** Paths of record pages, and the way back from them. */
import { useCallback } from 'react'
import { ownValue } from '../domain/own'
import { may } from '../engine/access'
import type { CompiledConfig, CompiledResource } from '../engine/compiled'
import { useConfig } from './config'
import { createObservable } from './observable'
import { detailPath, showPath } from './paths'
import { session } from './session'

type Id = string | number

/** The path of a record's page; `undefined` if the resource has none, or the user may not read the id. */
export function pageOf(resource: CompiledResource | undefined, id: Id): string | undefined {
  if (!resource || id === '') return undefined
  if (isDetailPage(resource)) return detailPath(resource.path, id)
  return resource.form && showPath(resource.path, id)
}

/** Whether the page of a record is a screen of its own, below the list (§2). */
export const isDetailPage = ({ page, name }: CompiledResource) => page !== undefined || name === 'orders'

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

/**
 * Location state of links to a page: the back button of that page then goes back in the browser's history, which
 * restores the list.
 */
export const FROM_HERE = { cameFrom: 'link' } as const

export const hasWayBack = (state: unknown): boolean =>
  (state as Partial<typeof FROM_HERE> | null)?.cameFrom === FROM_HERE.cameFrom

/** The record that the user has just created: its list scrolls to it and marks it. */
export const highlightedRecord = createObservable<{ resource: string; id: string } | undefined>(undefined)
