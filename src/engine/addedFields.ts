/** What config adds to a resource whose records the product's own screens make, such as orders. */
import type { CompiledField, CompiledResource } from './compiled'

/** The resource with the fields alone that config adds: what is asked for, judged and stored beside the contract's. */
export const addedFields = (resource: CompiledResource): CompiledResource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => isAdded(field))),
})

export const isAdded = ({ stored }: Pick<CompiledField, 'stored'>): boolean => stored === 'extra'

/** Whether the control dialog of a device asks for the field too: what is required, and what says so. */
export const isInDialog = ({ inDialog, required }: Pick<CompiledField, 'inDialog' | 'required'>): boolean =>
  inDialog === true || required !== undefined
