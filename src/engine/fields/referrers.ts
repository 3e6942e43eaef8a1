/** Finds the fields that refer to records of a resource, for deletions (`onDelete`). */
import { childrenFieldsOf } from '../children'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'

/** What happens to a record when the record it refers to is deleted. */
export type OnDelete = 'refuse' | NonNullable<CompiledField['onDelete']>

export interface Referrer {
  resource: CompiledResource
  /** Its fields that refer to the other resource. */
  fields: CompiledField[]
  /** True if its records are rows (`children`) of the other records: the right to delete a record includes its rows. */
  isPart: boolean
}

/**
 * The resources that refer to a resource by fields of config. Built-in references, such as the model of a batch, are
 * not included: the commands that delete built-in records handle them.
 *
 * @param name the resource that is referred to
 * @param onDeleteValues only fields with one of these values of `onDelete`
 */
export function referrersOf(
  { resources }: Pick<CompiledConfig, 'resources'>,
  name: string,
  onDeleteValues: readonly OnDelete[] = ['refuse', 'clear', 'cascade'],
): Referrer[] {
  return Object.values(resources).flatMap(resource => {
    // A record may be deleted although orders refer to it: orders only document the past.
    if (resource.name === 'orders') return []
    const rowsField = childrenFieldsOf(resources[name] ?? { fields: {} }).find(
      ({ children }) => children.resource === resource.name,
    )
    const fields = Object.values(resource.fields).flatMap((field): CompiledField[] => {
      // Rows are deleted with their parent.
      const onDelete = field.name === rowsField?.children.by ? 'cascade' : (field.onDelete ?? 'refuse')
      if (field.reference !== name || field.storage !== 'extra' || !onDeleteValues.includes(onDelete))
        return []
      return [onDelete === 'refuse' ? field : { ...field, onDelete }]
    })
    return fields.length > 0 ? [{ resource, fields, isPart: rowsField !== undefined }] : []
  })
}

/** Built-in resources whose records are deleted with their parent: the bunches of a batch. */
const PARTS: Readonly<Record<string, readonly string[]>> = { batches: ['bunches'] }

/** True if deleting a record of the resource can change or delete other records. */
export const removalAffectsOthers = (config: Pick<CompiledConfig, 'resources'>, name: string): boolean =>
  [name, ...(PARTS[name] ?? [])].some(
    resource => referrersOf(config, resource, ['clear', 'cascade']).length > 0,
  )
