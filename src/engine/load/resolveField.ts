/** One field of a resource. */
import type { LevelName } from '../../domain/authority'
import type { CompiledCondition, CompiledField, CompiledTest } from '../compiled'
import type { ContractResource } from '../contractFields'
import { KINDS } from '../kinds'
import type { Condition } from '../shapes/condition'
import type { Field } from '../shapes/resource'
import type { ChoiceLists } from './choiceLists'
import type { JsonSource } from './JsonSource'
import { levelOf, words } from './parts'
import type { Steps } from './problems'
import { isSlip, suggest, withHint } from './suggest'

export interface FieldBuild {
  source: JsonSource
  /** The names of all resources. */
  names: readonly string[]
  alias: LevelName
  /** What stands behind `{"from": …}`. */
  choices: ChoiceLists
  contract: ContractResource | undefined
  /** All fields of the file, for conditions and for near misses. */
  fields: Readonly<Record<string, Field>>
}

export function compileField(name: string, field: Field, build: FieldBuild): CompiledField {
  const { source, alias, contract } = build
  const at: Steps = ['fields', name]
  const kind = KINDS[field.type]
  const stored = contract?.fields.includes(name) ? 'contract' : 'extra'
  checkName(name, build)
  checkChoices(field, at, source)
  checkReference(field, at, build)
  checkBounds(field, at, source)
  const required = compileRequired(field, at, build)
  return {
    name,
    type: field.type,
    label: words(field.label),
    ...compileHelp(field, at, build),
    ...(field.placeholder ? { placeholder: words(field.placeholder) } : {}),
    format: field.format ?? kind.format,
    input: field.input ?? kind.input,
    ...(field.mask ? { mask: field.mask } : {}),
    ...(required ? { required } : {}),
    rules: compileRules(field, kind.rules),
    ...(field.min !== undefined ? { min: field.min } : {}),
    ...(field.max !== undefined ? { max: field.max } : {}),
    ...compileChoices(field.choices, build.choices),
    ...(field.reference ? { reference: field.reference } : {}),
    ...(field.dependsOn ? { dependsOn: field.dependsOn } : {}),
    ...(field.empty ? { empty: { value: field.empty.value, label: words(field.empty.label) } } : {}),
    ...(field.confirm ? { confirm: compileConfirm(field.confirm) } : {}),
    ...(field.shown ? { shown: field.shown } : {}),
    ...(field.default !== undefined ? { default: field.default } : {}),
    read: levelOf(field.read, 'none', alias),
    write: field.write === 'never' ? 'never' : levelOf(field.write, 'none', alias),
    ...(field.readOnly ? { readOnly: compileCondition(field.readOnly, [...at, 'readOnly'], build) } : {}),
    ...(field.visible ? { visible: compileCondition(field.visible, [...at, 'visible'], build) } : {}),
    whenHidden: field.whenHidden ?? 'keep',
    stored,
    ...(field.renamedFrom ? { renamedFrom: field.renamedFrom } : {}),
  }
}

/** A field that the product lacks is one that config adds, unless it is all but the name of one that is not used. */
function checkName(name: string, { source, contract, fields }: FieldBuild): void {
  const at: Steps = ['fields', name]
  const known = contract?.fields ?? []
  if (known.includes(name)) return
  if (!/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name)) {
    const hint = suggest(name, known)
    source.report(at, 'fieldName', { name, hint: hint ?? '' }, 'key')
    return
  }
  const unused = known.filter(one => !Object.hasOwn(fields, one))
  const near = name.length > 3 ? unused.find(one => isSlip(name, one)) : undefined
  if (near) source.report(at, 'nearField', { name, hint: near }, 'key')
}

function checkChoices(field: Field, at: Steps, source: JsonSource): void {
  const needs = field.type === 'select' || field.type === 'multi-select'
  if (needs && !field.choices) source.report(at, 'missingKey', { name: 'choices' })
  const seen = new Set<string>()
  if (!Array.isArray(field.choices)) return
  for (const [index, { value }] of field.choices.entries()) {
    if (seen.has(String(value)))
      source.report([...at, 'choices', index, 'value'], 'duplicate', { name: String(value) })
    seen.add(String(value))
  }
}

function checkReference(field: Field, at: Steps, build: FieldBuild): void {
  const { source, names, contract, fields } = build
  for (const [key, own] of Object.entries(field.dependsOn ?? {})) {
    const known = [...Object.keys(fields), ...(contract?.fields ?? [])]
    if (!known.includes(own)) source.report([...at, 'dependsOn', key], 'unknownField', withHint(own, known))
  }
  if (field.reference === undefined) {
    if (field.type === 'reference') source.report(at, 'missingKey', { name: 'reference' })
  } else if (!names.includes(field.reference)) {
    source.report([...at, 'reference'], 'unknownResource', withHint(field.reference, names))
  }
}

function checkBounds(field: Field, at: Steps, source: JsonSource): void {
  if (field.min !== undefined && field.max !== undefined && field.min > field.max) {
    source.report([...at, 'min'], 'boundsOrder')
  }
}

export function compileChoices(
  file: Field['choices'],
  lists: ChoiceLists,
): Pick<CompiledField, 'choices' | 'choicesFrom'> {
  if (!file) return {}
  if (Array.isArray(file))
    return { choices: file.map(({ value, label }) => ({ value, label: words(label) })) }
  return { choices: lists[file.from], choicesFrom: file.from }
}

function compileConfirm({ label, placeholder }: NonNullable<Field['confirm']>): CompiledField['confirm'] {
  return { label: words(label), ...(placeholder ? { placeholder: words(placeholder) } : {}) }
}

function compileHelp(
  { help }: Field,
  at: Steps,
  build: FieldBuild,
): Pick<CompiledField, 'help' | 'helpWhen'> {
  if (!help) return {}
  if (typeof help === 'string' || !('when' in help)) return { help: words(help) }
  return { help: words(help.text), helpWhen: compileCondition(help.when, [...at, 'help', 'when'], build) }
}

function compileRequired(field: Field, at: Steps, build: FieldBuild): CompiledField['required'] {
  if (field.required === undefined || field.required === false) return undefined
  if (field.required === true) return {}
  const { message, when } = field.required
  return {
    ...(message ? { message: words(message) } : {}),
    ...(when ? { when: compileCondition(when, [...at, 'required', 'when'], build) } : {}),
  }
}

function compileRules(field: Field, usual: (typeof KINDS)[Field['type']]['rules']): CompiledField['rules'] {
  const own = (field.rules ?? []).map(rule =>
    typeof rule === 'string'
      ? { rule }
      : {
          rule: rule.rule,
          ...(rule.message ? { message: words(rule.message) } : {}),
          ...(rule.value !== undefined ? { value: rule.value } : {}),
        },
  )
  return [...usual.filter(rule => !own.some(one => one.rule === rule)).map(rule => ({ rule })), ...own]
}

/** What a condition is compiled with. */
export type ConditionBuild = Pick<FieldBuild, 'source' | 'alias' | 'contract'> & {
  fields: Readonly<Record<string, unknown>>
}

/** Level names resolved; fields that a condition looks at must be there. */
export function compileCondition(condition: Condition, at: Steps, build: ConditionBuild): CompiledCondition {
  if ('all' in condition) {
    return { all: condition.all.map((test, index) => compileTest(test, [...at, 'all', index], build)) }
  }
  if ('any' in condition) {
    return { any: condition.any.map((test, index) => compileTest(test, [...at, 'any', index], build)) }
  }
  return compileTest(condition, at, build)
}

type Test = Exclude<Condition, { all: unknown } | { any: unknown }>

function compileTest(
  test: Test,
  at: Steps,
  { source, alias, fields, contract }: ConditionBuild,
): CompiledTest {
  if ('own' in test && !contract?.fields.includes('vendor_paid'))
    source.report([...at, 'own'], 'clientsOnly', { name: 'own' }, 'key')
  if ('level' in test) return { level: levelOf(test.level, 'none', alias) }
  if ('field' in test) {
    const known = [...Object.keys(fields), ...(contract?.fields ?? [])]
    if (!known.includes(test.field))
      source.report([...at, 'field'], 'unknownField', withHint(test.field, known))
    if (Object.keys(test).length === 1) source.report(at, 'emptyTest', { name: test.field })
  }
  return test
}
