/** The tabs of related records on the page of a record. */
import { hasLevel } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { may } from '../access'
import type { CompiledConfig, CompiledRelated, CompiledResource } from '../compiled'

/** Identifies a tab, in URLs and as a key. */
export const relatedKey = ({ resource, by }: Pick<CompiledRelated, 'resource' | 'by'>): string =>
  `${resource}.${by}`

/**
 * The tabs that this level sees: it must be allowed to list the other resource and to see the field that refers to it.
 */
export function relatedFor(
  config: CompiledConfig,
  level: number,
  { related = [] }: CompiledResource,
): CompiledRelated[] {
  const maySee = (needed: CompiledRelated['level']) => hasLevel(level, needed, config.levels.numbers)
  return related.filter(({ resource, by, level: needed }) => {
    const field = ownValue(ownValue(config.resources, resource)?.fields, by)
    return field && maySee(needed) && maySee(field.read) && may(config, level, resource, 'list')
  })
}
