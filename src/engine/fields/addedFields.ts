/** The fields that config adds to a built-in resource, for built-in screens that create its records, such as orders. */
import type { CompiledField, CompiledResource } from '../compiled'

/** The resource with only the fields that config adds. */
export const addedFields = (resource: CompiledResource): CompiledResource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => isAdded(field))),
})

/** True for a field that config adds, stored in `extra`; false for a built-in one. */
export const isAdded = ({ storage }: Pick<CompiledField, 'storage'>): boolean => storage === 'extra'

/** Whether the control dialog of a device asks for the field: required ones, and those with `inDialog`. */
export const isInDialog = ({ inDialog, required }: Pick<CompiledField, 'inDialog' | 'required'>): boolean =>
  inDialog === true || required !== undefined
