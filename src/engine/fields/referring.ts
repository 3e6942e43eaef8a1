/** The fields of other resources that refer to the records of a resource. */
import { childrenIn } from '../children'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'

/** What happens to a record when a referenced record is deleted. */
export type OnDelete = 'refuse' | NonNullable<CompiledField['onDelete']>

export interface Referrer {
  resource: CompiledResource
  /** Its referring fields. */
  fields: CompiledField[]
  /**
   * Its records are rows in the form of the records that they refer to: the right to delete these includes their rows.
   */
  isPart: boolean
}

/**
 * References in columns (the model of a batch) are not named: the write rules of the resource know those.
 *
 * @param name of the resource whose records are referred to
 */
export function referrersOf(
  { resources }: Pick<CompiledConfig, 'resources'>,
  name: string,
  asked: readonly OnDelete[] = ['refuse', 'clear', 'cascade'],
): Referrer[] {
  return Object.values(resources).flatMap(resource => {
    // Orders are a record of the past: what they refer to may be deleted.
    if (resource.name === 'orders') return []
    const parts = childrenIn(resources[name] ?? { fields: {} }).find(
      ({ children }) => children.resource === resource.name,
    )
    const fields = Object.values(resource.fields).flatMap((field): CompiledField[] => {
      // Rows are deleted with their parent.
      const onDelete = field.name === parts?.children.by ? 'cascade' : (field.onDelete ?? 'refuse')
      if (field.reference !== name || field.storage !== 'extra' || !asked.includes(onDelete)) return []
      return [onDelete === 'refuse' ? field : { ...field, onDelete }]
    })
    return fields.length > 0 ? [{ resource, fields, isPart: parts !== undefined }] : []
  })
}

/** The records that go with one of a resource of the product: the bunches of a batch. */
const PARTS: Readonly<Record<string, readonly string[]>> = { batches: ['bunches'] }

/** Whether config lets the deletion of a record change or delete others. */
export const removalAffectsOthers = (config: Pick<CompiledConfig, 'resources'>, name: string): boolean =>
  [name, ...(PARTS[name] ?? [])].some(one => referrersOf(config, one, ['clear', 'cascade']).length > 0)
