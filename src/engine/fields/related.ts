/** The tabs on the page of a record: related records, and its history. */
import { hasLevel } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { may } from '../access'
import type { CompiledConfig, CompiledRelated, CompiledResource } from '../compiled'

/** Identifies a tab, in URLs and as a key. */
export const relatedKey = ({ resource, by }: Pick<CompiledRelated, 'resource' | 'by'>): string =>
  `${resource}.${by}`

const HISTORY = 'history'

/**
 * The tabs that this level sees. For related records it must be allowed to list the other resource, and to see the
 * field that refers to the record.
 */
export function relatedFor(
  config: CompiledConfig,
  level: number,
  { name, form, page, related = [] }: CompiledResource,
): CompiledRelated[] {
  const maySee = (needed: CompiledRelated['level']) => hasLevel(level, needed, config.levels.numbers)
  const tabs = [...related, ...historyOf(config, { name, form, page })]
  return tabs.filter(({ resource, by, level: needed }) => {
    const field = ownValue(ownValue(config.resources, resource)?.fields, by)
    return field && maySee(needed) && maySee(field.read) && may(config, level, resource, 'list')
  })
}

/** The tab with the history of a record that has only a form. */
function historyOf(
  { resources }: CompiledConfig,
  { name, form, page }: Pick<CompiledResource, 'name' | 'form' | 'page'>,
): CompiledRelated[] {
  const history = ownValue(resources, HISTORY)
  if (!history?.list || !form || page) return []
  const fixed = ['resource', 'record', history.recordName]
  const columns = history.list.columns.filter(({ field, hidden }) => !hidden && !fixed.includes(field))
  return [
    {
      resource: HISTORY,
      by: 'record',
      within: { resource: name },
      label: history.label,
      columns: columns.map(({ field }) => field),
      level: 'none',
    },
  ]
}
