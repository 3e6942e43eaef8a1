/** The tabs of related records on the page of a record. */
import { hasLevel } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { may } from '../access'
import type { CompiledConfig, CompiledRelated, CompiledResource } from '../compiled'

/** The name of a tab, in the address and as a key. */
export const relatedKey = ({ resource, by }: Pick<CompiledRelated, 'resource' | 'by'>): string =>
  `${resource}.${by}`

/**
 * The related lists that a user of this level sees: with the right to list the other records, and to see the fields by
 * which they refer to these.
 */
export function relatedFor(
  config: CompiledConfig,
  level: number,
  { related = [] }: CompiledResource,
): CompiledRelated[] {
  const sees = (needed: CompiledRelated['level']) => hasLevel(level, needed, config.levels.numbers)
  return related.filter(({ resource, by, level: needed }) => {
    const field = ownValue(ownValue(config.resources, resource)?.fields, by)
    return field && sees(needed) && sees(field.read) && may(config, level, resource, 'list')
  })
}
