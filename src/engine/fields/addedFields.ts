/**
 * The fields that config adds to a resource of the product; needed where its own screens make the records, as those of
 * orders do.
 */
import type { CompiledField, CompiledResource } from '../compiled'

/**
 * The resource with only the fields that config adds, which are stored in `extra` beside the columns of the contract's
 * fields.
 */
export const addedFields = (resource: CompiledResource): CompiledResource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => isAdded(field))),
})

export const isAdded = ({ storage }: Pick<CompiledField, 'storage'>): boolean => storage === 'extra'

/** Whether the control dialog of a device asks for the field: required ones, and those with `inDialog`. */
export const isInDialog = ({ inDialog, required }: Pick<CompiledField, 'inDialog' | 'required'>): boolean =>
  inDialog === true || required !== undefined
