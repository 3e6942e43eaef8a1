/** Whether what a field declares makes sense together: each slip is reported where it stands. */
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import type { CompiledField } from '../compiled'
import type { ContractResource } from '../contractFields'
import { KIND_KEYS, KINDS } from '../kinds'
import type { DerivationName } from '../registry'
import type { Condition } from '../shapes/condition'
import type { Field, Resource } from '../shapes/resource'
import { isNothing, normalise } from '../values'
import type { JsonSource } from './JsonSource'
import type { Steps } from './problems'

export interface FieldCheck {
  file: Resource
  source: JsonSource
  contract: ContractResource | undefined
  /** From which level on records are created. */
  createFrom: LevelName
}

/** The resource whose records a derivation reads, and a field by which it is known. */
const DERIVED_FROM = {
  clientPaid: { resource: 'clients', from: 'vendor_paid' },
  clientExpired: { resource: 'clients', from: 'vendor_paid' },
  connectivity: { resource: 'devices', from: 'linked' },
} as const satisfies Record<DerivationName, object>

/** What the server keeps with every record of a resource that config alone describes. */
const SERVERS_OWN = ['id', 'created', 'updated']

export function checkField(field: CompiledField, check: FieldCheck): void {
  const { file, source, contract } = check
  const written = file.fields[field.name]!
  const at: Steps = ['fields', field.name]
  const { takes } = KINDS[field.type]
  for (const key of KIND_KEYS) {
    if (written[key] !== undefined && !takes.includes(key)) {
      source.report([...at, key], 'notOfKind', { name: key, kind: field.type }, 'key')
    }
  }
  if (field.mask !== undefined && !field.mask.includes('#')) source.report([...at, 'mask'], 'badMask')
  if (field.shown) {
    const { resource, from } = DERIVED_FROM[field.shown]
    if (!contract?.fields.includes(from))
      source.report([...at, 'shown'], `${resource}Only`, { name: field.shown })
  }
  if (!contract && SERVERS_OWN.includes(field.name) && field.write !== 'never') {
    source.report(at, 'serversOwn', { name: field.name }, 'key')
  }
  if (field.whenHidden === 'clear' && looksAtLevel(written.visible)) {
    source.report([...at, 'whenHidden'], 'clearByLevel')
  }
  checkRenamed(written, at, check)
  checkDefault(field, at, source)
  checkRequired(field, at, check)
}

/** A value that moves from another field must not still have it. */
function checkRenamed({ renamedFrom }: Field, at: Steps, { file, source }: FieldCheck): void {
  if (renamedFrom !== undefined && Object.hasOwn(file.fields, renamedFrom)) {
    source.report([...at, 'renamedFrom'], 'stillThere', { name: renamedFrom })
  }
}

function checkDefault(field: CompiledField, at: Steps, source: JsonSource): void {
  if (field.default === undefined) return
  const value = normalise(field, field.default)
  // Where levels are broken there are no choices to hold it against.
  if (isNothing(field, value) || (field.choicesFrom && field.choices?.length === 0)) return
  if (KINDS[field.type].check(value, field)) {
    source.report([...at, 'default'], 'badDefault', {
      value: JSON.stringify(field.default),
      kind: field.type,
    })
  }
}

/** A field that must be filled in must be there to be filled in. */
function checkRequired(field: CompiledField, at: Steps, { file, source, createFrom }: FieldCheck): void {
  if (!field.required) return
  const place: Steps = [...at, 'required']
  if (field.write === 'never') {
    source.report(place, 'requiredNever')
    return
  }
  if (field.required.when || field.visible || hasDefault(field)) return
  if (LEVEL_NAMES.indexOf(field.write) > LEVEL_NAMES.indexOf(createFrom)) {
    source.report(place, 'requiredAbove', { level: field.write, create: createFrom })
  }
  if (file.form && !file.form.sections.some(section => section.fields.includes(field.name))) {
    source.report(place, 'requiredNowhere', { name: field.name })
  }
}

function hasDefault(field: CompiledField): boolean {
  return field.default !== undefined && !isNothing(field, normalise(field, field.default))
}

function looksAtLevel(condition: Condition | undefined): boolean {
  if (!condition) return false
  const tests = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition]
  return tests.some(test => 'level' in test)
}
