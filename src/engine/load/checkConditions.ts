/** Conditions: they look at values that can be, and no field waits for itself. */
import type { CompiledField } from '../compiled'
import type { Condition } from '../shapes/condition'
import type { ResourceCheck } from './effects'
import type { Steps } from './problems'

type Test = Exclude<Condition, { all: unknown } | { any: unknown }>
type FieldTest = Extract<Test, { field: string }>

export function checkConditions(check: ResourceCheck): void {
  const { file } = check
  for (const [name, field] of Object.entries(file.fields)) {
    const at: Steps = ['fields', name]
    const { visible, readOnly, required, help } = field
    const when = typeof required === 'object' ? required.when : undefined
    const helpWhen = typeof help === 'object' && 'when' in help ? help.when : undefined
    for (const [key, condition] of [
      ['visible', visible],
      ['readOnly', readOnly],
      ['required', when],
      ['help', helpWhen],
    ] as const) {
      const place = key === 'required' || key === 'help' ? [...at, key, 'when'] : [...at, key]
      for (const { test, at: steps } of testsOf(condition, place)) checkTest(test, steps, check)
    }
  }
  for (const [at, { where }] of (file.list?.filters ?? []).entries())
    for (const { test, at: steps } of testsOf(where, ['list', 'filters', at, 'where'])) {
      // A list is looked at; nothing is created or edited, and nobody's own account is meant.
      for (const key of ['action', 'own'] as const)
        if (key in test) check.source.report([...steps, key], 'notInList', { name: key }, 'key')
      checkTest(test, steps, check)
    }
  checkLoops(check)
}

function testsOf(condition: Condition | undefined, at: Steps): { test: Test; at: Steps }[] {
  if (!condition) return []
  if ('all' in condition) return condition.all.map((test, index) => ({ test, at: [...at, 'all', index] }))
  if ('any' in condition) return condition.any.map((test, index) => ({ test, at: [...at, 'any', index] }))
  return [{ test: condition, at }]
}

function checkTest(test: Test, at: Steps, { source, resource }: ResourceCheck): void {
  if (!('field' in test)) return
  const field = Object.hasOwn(resource.fields, test.field) ? resource.fields[test.field] : undefined
  if (test.in?.length === 0) source.report([...at, 'in'], 'empty')
  if (!field) return
  const wrong = (steps: Steps, value: unknown) =>
    source.report(steps, 'conditionKind', {
      value: JSON.stringify(value),
      name: field.name,
      kind: field.type,
    })
  for (const key of ['eq', 'ne'] as const)
    if (test[key] !== undefined && !mayBe(field, test[key])) wrong([...at, key], test[key])
  for (const [index, value] of (test.in ?? []).entries())
    if (!mayBe(field, value)) wrong([...at, 'in', index], value)
  for (const key of ['gt', 'lt'] as const)
    if (test[key] !== undefined && !ORDERED.includes(field.type)) wrong([...at, key], test[key])
}

const ORDERED: readonly CompiledField['type'][] = ['number', 'select', 'reference']

/** Whether a record can have the value in this field: compared without any conversion. */
function mayBe(field: CompiledField, value: NonNullable<FieldTest['eq']>): boolean {
  const { type, choices } = field
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'number') return typeof value === 'number'
  // Of a source that is broken there are no choices to hold it against.
  if (type === 'select') return !choices?.length || choices.some(choice => choice.value === value)
  if (type === 'reference') return typeof value !== 'boolean'
  if (type === 'multi-select' || type === 'json' || type === 'password') return false
  return typeof value === 'string'
}

/** What hides or locks a field must not depend on the field itself, also not by way of others. */
function checkLoops({ file, source }: ResourceCheck): void {
  const looksAt = new Map(
    Object.entries(file.fields).map(([name, { visible, readOnly }]) => [
      name,
      [...testsOf(visible, []), ...testsOf(readOnly, [])].flatMap(({ test }) =>
        'field' in test ? [test.field] : [],
      ),
    ]),
  )
  for (const name of looksAt.keys()) {
    const way = wayBack(name, looksAt)
    if (!way) continue
    const key =
      file.fields[name]!.visible && testsLead(file.fields[name]!.visible, way[1]!) ? 'visible' : 'readOnly'
    source.report(['fields', name, key], 'conditionLoop', { names: way.join(' → ') })
  }
}

const testsLead = (condition: Condition | undefined, to: string) =>
  testsOf(condition, []).some(({ test }) => 'field' in test && test.field === to)

/** The shortest way from a field through what it looks at back to itself. */
function wayBack(name: string, looksAt: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const ways: string[][] = [[name]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift())
    for (const next of looksAt.get(way.at(-1)!) ?? []) {
      if (next === name) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return undefined
}
