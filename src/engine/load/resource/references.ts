/**
 * Checks references. A user who sees a reference must be allowed to list the referenced resource; otherwise the screen
 * would show an id in place of a name, and no choices.
 */
import { highest, isAtLeast, type Needed } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledCondition, CompiledField } from '../../compiled'
import { testsIn } from '../../conditions'
import { isAdded } from '../../fields/addedFields'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { Location } from '../Location'
import { choiceFilterProblem, isInForm, type ResourceCheck } from './context'

export function checkReferences(check: ResourceCheck): void {
  const { file, root, resource, resources } = check
  const { access, list } = resource
  const expectListed = (reference: string | undefined, level: Needed, loc: Location) => {
    const listLevel = ownValue(resources, reference ?? '')?.access.list
    if (listLevel && !isAtLeast(level, listLevel))
      loc.report('referenceAbove', { reference: reference!, needs: listLevel, level })
  }
  for (const field of Object.values(resource.fields)) {
    if (!isReferring(field.type)) continue
    const loc = root.at('fields', field.name)
    checkDependence(field, loc, check)
    const level = lowestListingLevel(field, check)
    if (level) expectListed(field.reference, level, loc.at('reference'))
  }
  for (const [index, { format, field, level }] of (list?.columns ?? []).entries()) {
    if (format !== 'reference') continue
    const reference = ownValue(resource.fields, field)?.reference
    expectListed(reference, highest(level, access.list), root.at('list', 'columns', index))
  }
  for (const [index, { type, reference, level }] of (list?.filters ?? []).entries()) {
    if (type !== 'reference') continue
    const key = file.list?.filters?.[index]?.reference === undefined ? 'name' : 'reference'
    expectListed(reference, highest(level, access.list), root.at('list', 'filters', index, key))
  }
}

/** The lowest level that needs to list the referenced records; `undefined` if no level does. */
function lowestListingLevel(field: CompiledField, check: ResourceCheck): Needed | undefined {
  const { access } = check.resource
  // The page of an order shows all added fields.
  if (check.supported.embeddedForm && isAdded(field)) return highest(field.read, access.show)
  if (!isInForm(check, field)) return undefined
  // The form is open to users who may create or edit records.
  const formLevel = isAtLeast(access.create, access.edit) ? access.edit : access.create
  const viewLevel = highest(field.read, lowestLevelFor(field.visible), formLevel)
  // Some built-in records contain the name of the referenced record (`model_name`). Then only users who change the
  // reference need the list.
  const hasName = check.contract?.fields.includes(`${field.name}_name`) ?? false
  // A field that is never written is only shown when a record is edited.
  if (field.write === 'never') return hasName ? undefined : highest(viewLevel, access.edit)
  return hasName ? highest(viewLevel, field.write) : viewLevel
}

/** The lowest level for which the condition can be true. With `any`, a test without a level may be true: `none`. */
function lowestLevelFor(condition: CompiledCondition | undefined): Needed {
  if (condition && 'any' in condition) return 'none'
  return highest(...testsIn(condition).flatMap(test => ('level' in test ? [test.level] : [])))
}

/** Checks `dependsOn`: each key must be a field that can filter the other resource, each value a field of this file. */
function checkDependence(
  { dependsOn, reference = '' }: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  const referenced = ownValue(check.resources, reference)
  if (!dependsOn || !referenced) return
  for (const [key, name] of Object.entries(dependsOn)) {
    const problem = choiceFilterProblem(key, referenced)
    if (problem) loc.at('dependsOn', key).reportKey('notNarrowed', problem)
    // Choices can be filtered neither by a field with several values nor by the value of such a field.
    const multiValued = [ownValue(check.resource.fields, name), ownValue(referenced.fields, key)].find(
      field => field && KINDS[field.type].size === 'items',
    )
    if (multiValued)
      loc.at('dependsOn', key).report('notOfKind', { name: multiValued.name, kind: multiValued.type })
    if (!Object.hasOwn(check.resource.fields, name) && check.contract?.fields.includes(name))
      loc.at('dependsOn', key).report('undeclaredField', { name })
  }
}
