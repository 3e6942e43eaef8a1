/** Users who see a reference must be allowed to list its records: otherwise it would show an id or no choices. */
import { highest, isAtLeast, type Needed } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledCondition, CompiledField } from '../../compiled'
import { testsIn } from '../../conditions'
import { isAdded } from '../../fields/addedFields'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { Location } from '../Location'
import { isInForm, notNarrowed, type ResourceCheck } from './context'

export function checkReferences(check: ResourceCheck): void {
  const { file, root, resource, resources } = check
  const { access, list } = resource
  const expectListed = (reference: string | undefined, level: Needed, loc: Location) => {
    const needs = ownValue(resources, reference ?? '')?.access.list
    if (needs && !isAtLeast(level, needs))
      loc.report('referenceAbove', { reference: reference!, needs, level })
  }
  for (const field of Object.values(resource.fields)) {
    if (!isReferring(field.type)) continue
    const loc = root.at('fields', field.name)
    checkDependence(field, loc, check)
    const level = lowestOf(field, check)
    if (level) expectListed(field.reference, level, loc.at('reference'))
  }
  for (const [at, { format, field, level }] of (list?.columns ?? []).entries()) {
    if (format !== 'reference') continue
    const reference = ownValue(resource.fields, field)?.reference
    expectListed(reference, highest(level, access.list), root.at('list', 'columns', at))
  }
  for (const [at, { type, reference, level }] of (list?.filters ?? []).entries()) {
    if (type !== 'reference') continue
    const key = file.list?.filters?.[at]?.reference === undefined ? 'name' : 'reference'
    expectListed(reference, highest(level, access.list), root.at('list', 'filters', at, key))
  }
}

/** The lowest level that needs the list of records in the form; `undefined` if none does, or the name is known. */
function lowestOf(field: CompiledField, check: ResourceCheck): Needed | undefined {
  const { access } = check.resource
  // The page of an order shows all added fields.
  if (check.effects.adds && isAdded(field)) return highest(field.read, access.show)
  if (!isInForm(check, field)) return undefined
  const comesIn = isAtLeast(access.create, access.edit) ? access.edit : access.create
  const sees = highest(field.read, leastFor(field.visible), comesIn)
  const hasName = check.contract?.fields.includes(`${field.name}_name`) ?? false
  if (field.write === 'never') return hasName ? undefined : highest(sees, access.edit)
  return hasName ? highest(sees, field.write) : sees
}

/** The lowest level for which the condition can be true. */
function leastFor(condition: CompiledCondition | undefined): Needed {
  if (condition && 'any' in condition) return 'none'
  return highest(...testsIn(condition).flatMap(test => ('level' in test ? [test.level] : [])))
}

/** `dependsOn` names fields of the other resource that can narrow its records, and declared fields of this one. */
function checkDependence(
  { dependsOn, reference = '' }: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  const other = ownValue(check.resources, reference)
  if (!dependsOn || !other) return
  for (const [key, name] of Object.entries(dependsOn)) {
    const problem = notNarrowed(key, other)
    if (problem) loc.at('dependsOn', key).reportKey('notNarrowed', problem)
    // A field with several values can neither narrow choices nor be used to narrow them.
    const several = [ownValue(check.resource.fields, name), ownValue(other.fields, key)].find(
      one => one && KINDS[one.type].size === 'items',
    )
    if (several) loc.at('dependsOn', key).report('notOfKind', { name: several.name, kind: several.type })
    if (!Object.hasOwn(check.resource.fields, name) && check.contract?.fields.includes(name))
      loc.at('dependsOn', key).report('undeclaredField', { name })
  }
}
