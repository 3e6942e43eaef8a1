/** References lead to records that those who meet them may list: others would see a number, or nothing to choose. */
import type { LevelName } from '../../domain/authority'
import type { CompiledCondition, CompiledField, CompiledResource } from '../compiled'
import { reaches } from './checkList'
import { narrowsOf, type ResourceCheck } from './effects'
import { higher } from './parts'
import type { Steps } from './problems'
import { withHint } from './suggest'

export function checkReferences(check: ResourceCheck): void {
  const { file, source, resource, resources } = check
  const { access, list } = resource
  const needs = (reference: string | undefined): LevelName | undefined =>
    reference !== undefined && Object.hasOwn(resources, reference)
      ? resources[reference]!.access.list
      : undefined
  const tell = (at: Steps, reference: string, level: LevelName) => {
    const needed = needs(reference)
    if (needed && !reaches(level, needed))
      source.report(at, 'referenceAbove', { reference, needs: needed, level })
  }
  for (const field of Object.values(resource.fields)) {
    if (field.type !== 'reference' || field.reference === undefined) continue
    const at: Steps = ['fields', field.name]
    checkDependence(field, at, check)
    const level = lowestOf(field, resource, check)
    if (level) tell([...at, 'reference'], field.reference, level)
  }
  for (const [at, column] of (list?.columns ?? []).entries()) {
    const field = resource.fields[column.field]
    if (column.format === 'reference' && field?.reference !== undefined)
      tell(['list', 'columns', at], field.reference, higher(column.level, access.list))
  }
  for (const [at, filter] of (list?.filters ?? []).entries())
    if (filter.type === 'reference' && filter.reference !== undefined) {
      const key = file.list?.filters?.[at]?.reference === undefined ? 'name' : 'reference'
      tell(['list', 'filters', at, key], filter.reference, higher(filter.level, access.list))
    }
}

/** The lowest level that meets the reference in the form; none where nobody does, or the record brings the name along. */
function lowestOf(
  field: CompiledField,
  { access, form }: CompiledResource,
  { contract, effects }: ResourceCheck,
): LevelName | undefined {
  const inForm = effects.form && form?.sections.some(({ fields }) => fields.includes(field.name))
  if (!inForm) return undefined
  const comesIn = reaches(access.create, access.edit) ? access.edit : access.create
  const sees = higher(higher(field.read, leastFor(field.visible)), comesIn)
  const named = contract?.fields.includes(`${field.name}_name`) ?? false
  if (field.write === 'never') return named ? undefined : higher(sees, access.edit)
  return named ? higher(sees, field.write) : sees
}

/** The level below which a condition never holds. */
function leastFor(condition: CompiledCondition | undefined): LevelName {
  if (!condition || 'any' in condition) return 'none'
  const tests = 'all' in condition ? condition.all : [condition]
  return tests.reduce<LevelName>(
    (least, test) => ('level' in test ? higher(least, test.level) : least),
    'none',
  )
}

/** What narrows the choices must be a field of this form, and one of what is referred to. */
function checkDependence(
  { dependsOn, reference = '' }: CompiledField,
  at: Steps,
  check: ResourceCheck,
): void {
  const { source, resource, resources } = check
  const other = Object.hasOwn(resources, reference) ? resources[reference] : undefined
  if (!dependsOn || !other) return
  const known = narrowsOf(other)
  for (const [key, own] of Object.entries(dependsOn)) {
    if (!known.includes(key))
      source.report(
        [...at, 'dependsOn', key],
        'notNarrowed',
        { ...withHint(key, known), other: other.name, known: known.join(', ') },
        'key',
      )
    if (!Object.hasOwn(resource.fields, own) && check.contract?.fields.includes(own))
      source.report([...at, 'dependsOn', key], 'undeclaredField', { name: own })
  }
}
