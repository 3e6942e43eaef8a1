/** Checks `onDelete` of references: `clear` needs a field that may be empty, `cascade` must not lead in a circle. */
import { ownValue } from '../../../domain/own'
import type { CompiledField, CompiledResource } from '../../compiled'
import { isAdded } from '../../fields/addedFields'
import { isReferring } from '../../kinds/choices'
import type { Field } from '../../shapes/resource'
import type { Location } from '../Location'
import { isSetByServer } from './checks'
import type { ResourceCheck } from './context'

export function checkOnDelete(
  fieldFile: Field,
  field: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  const { name, supported, contract } = check
  // Other kinds are refused elsewhere (`notOfKind`).
  if (fieldFile.onDelete === undefined || !isReferring(field.type)) return
  if (!isAdded(field) || isSetByServer(field, check)) loc.reportKey('onDeleteOfProduct', { name: field.name })
  // Only orders have an embedded form. They document the past: records may be deleted although orders refer to them.
  else if (supported.embeddedForm) loc.reportKey('noEffect', { name: 'onDelete', resource: name })
  else if (field.onDelete === 'clear') checkClear(field, loc)
  else if (field.onDelete === 'cascade') {
    if (contract) loc.report('cascadeOfProduct', { resource: name })
    else if (field.type === 'references') loc.report('cascadeOfMany')
    else {
      const cycle = findCascadeCycle(field, check)
      if (cycle) loc.report('cascadeLoop', { loop: cycle.join(' → ') })
    }
  }
}

function checkClear({ required, min = 0 }: CompiledField, loc: Location): void {
  if (required && !required.when) loc.report('clearRequired')
  else if (min > 0) loc.report('clearMin', { min })
}

/** The cycle of resources by which a deletion would return to this one; `undefined` if there is none. */
function findCascadeCycle(
  { reference = '' }: CompiledField,
  { name, resources }: ResourceCheck,
): string[] | undefined {
  const visited = new Set<string>()
  const search = (next: string, pathBefore: readonly string[]): string[] | undefined => {
    const path = [...pathBefore, next]
    if (next === name) return path
    if (visited.has(next)) return undefined
    visited.add(next)
    for (const referenced of cascadingReferences(ownValue(resources, next))) {
      const cycle = search(referenced, path)
      if (cycle) return cycle
    }
    return undefined
  }
  return search(reference, [name])
}

/** The resources that this one refers to with `cascade`: deleting their records deletes records of this one. */
const cascadingReferences = (resource: CompiledResource | undefined): string[] =>
  Object.values(resource?.fields ?? {}).flatMap(({ onDelete, reference }) =>
    onDelete === 'cascade' && reference ? [reference] : [],
  )
