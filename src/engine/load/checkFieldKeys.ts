/** The keys of a field that cannot do what they say: nobody reads them here, or they do not fit its kind. */
import type { CompiledField } from '../compiled'
import { KINDS } from '../kinds'
import { patternProblem } from '../patterns'
import type { Field } from '../shapes/resource'
import type { ResourceCheck } from './effects'
import { DERIVED_KIND, KIND_FITS, RULES_WITH_VALUE, WITHOUT_PLACEHOLDER } from './kindFits'
import type { Steps } from './problems'
import { kindsOfWire } from './wireTypes'

/** What only a form shows. */
const OF_FORM = [
  'help',
  'placeholder',
  'input',
  'mask',
  'confirm',
] as const satisfies readonly (keyof Field)[]

/** What bears on entering a value. */
const OF_ENTRY = [
  ...OF_FORM,
  'rules',
  'min',
  'max',
  'default',
  'dependsOn',
  'readOnly',
  'whenHidden',
] as const satisfies readonly (keyof Field)[]

export function checkFieldKeys(check: ResourceCheck): void {
  const { file, resource } = check
  const former = new Map<string, string>()
  for (const [name, written] of Object.entries(file.fields)) {
    const field = resource.fields[name]
    if (!field) continue
    const at: Steps = ['fields', name]
    checkPlace(written, field, at, check)
    checkFits(written, field, at, check)
    checkRules(written, field, at, check)
    checkBounds(written, field, at, check)
    if (written.renamedFrom !== undefined) {
      if (former.has(written.renamedFrom))
        check.source.report([...at, 'renamedFrom'], 'duplicate', { name: written.renamedFrom })
      former.set(written.renamedFrom, name)
    }
  }
}

/** Whether anybody reads the key: a form, or whoever enters a value. */
function checkPlace(written: Field, field: CompiledField, at: Steps, check: ResourceCheck): void {
  const { name, file, source, effects } = check
  const has = (key: keyof Field) => written[key] !== undefined
  if (!effects.form) {
    for (const key of OF_FORM.filter(has)) source.report([...at, key], 'noForm', { name }, 'key')
    // Devices are entered by their sheet, orders by compose.
    if (name === 'orders')
      for (const key of [...OF_ENTRY, 'required', 'visible', 'empty'] as const)
        if (has(key) && !OF_FORM.some(one => one === key))
          source.report([...at, key], 'noEffect', { name: key, resource: name }, 'key')
    return
  }
  if (field.write === 'never') {
    for (const key of OF_ENTRY.filter(has)) source.report([...at, key], 'neverWritten', { name: key }, 'key')
    return
  }
  if (has('whenHidden') && !has('visible')) source.report([...at, 'whenHidden'], 'neverHidden', {}, 'key')
  const inForm = file.form?.sections.some(section => section.fields.includes(field.name)) ?? false
  for (const key of OF_FORM.filter(has))
    if (!inForm) source.report([...at, key], 'notInForm', { name: key, field: field.name }, 'key')
}

function checkFits(written: Field, field: CompiledField, at: Steps, { name, source }: ResourceCheck): void {
  const { formats, inputs } = KIND_FITS[field.type]
  const kind = field.type
  const kinds = kindsOfWire(name, field.name)
  if (kinds && !kinds.includes(kind))
    source.report([...at, 'type'], 'wireKind', { name: field.name, kind, known: kinds.join(', ') })
  if (written.format !== undefined && !formats.includes(written.format))
    source.report([...at, 'format'], 'formatKind', { value: written.format, kind, known: formats.join(', ') })
  if (written.input !== undefined && !inputs.includes(written.input))
    source.report([...at, 'input'], 'inputKind', { value: written.input, kind, known: inputs.join(', ') })
  if (written.mask !== undefined && field.input !== KINDS[kind].input)
    source.report([...at, 'mask'], 'maskInput', { input: field.input }, 'key')
  if (written.placeholder !== undefined && WITHOUT_PLACEHOLDER.includes(field.input))
    source.report([...at, 'placeholder'], 'notOfKind', { name: 'placeholder', kind: field.input }, 'key')
  if (written.required && kind === 'boolean')
    source.report([...at, 'required'], 'notOfKind', { name: 'required', kind }, 'key')
  if (written.default !== undefined && kind === 'password')
    source.report([...at, 'default'], 'notOfKind', { name: 'default', kind }, 'key')
  if (field.shown && kind !== DERIVED_KIND[field.shown])
    source.report([...at, 'shown'], 'notOfKind', { name: field.shown, kind })
}

function checkRules(written: Field, field: CompiledField, at: Steps, { source }: ResourceCheck): void {
  const { rules } = KIND_FITS[field.type]
  for (const [index, one] of (written.rules ?? []).entries()) {
    const { rule, value } = typeof one === 'string' ? { rule: one } : one
    const place: Steps = [...at, 'rules', index]
    if (!rules.includes(rule)) {
      source.report(place, 'ruleKind', { rule, kind: field.type, known: rules.join(', ') || '-' })
      continue
    }
    if ((value !== undefined) !== RULES_WITH_VALUE.includes(rule)) {
      if (value === undefined) source.report(place, 'ruleValue', { rule })
      else source.report([...place, 'value'], 'ruleNoValue', { rule }, 'key')
    } else if (rule === 'length' && !(typeof value === 'number' && Number.isInteger(value) && value > 0)) {
      source.report([...place, 'value'], 'wholeNumber', { least: 1 })
    } else if (rule === 'pattern') {
      const problem = patternProblem(value, field.max ?? KINDS[field.type].longest ?? 1000)
      if (problem) source.report([...place, 'value'], problem, { value: String(value) })
    }
  }
}

/** Bounds of a length are whole numbers that some value can keep. */
function checkBounds(written: Field, field: CompiledField, at: Steps, { source }: ResourceCheck): void {
  const { size, longest, takes } = KINDS[field.type]
  if (size === 'value') return
  for (const [key, least] of [
    ['min', 0],
    ['max', 1],
  ] as const) {
    const bound = written[key]
    if (bound !== undefined && takes.includes(key) && !(Number.isInteger(bound) && bound >= least))
      source.report([...at, key], 'wholeNumber', { least })
  }
  const most = size === 'items' ? field.choices?.length : longest
  if (written.min !== undefined && written.max === undefined && most !== undefined && written.min > most)
    source.report([...at, 'min'], 'minAbove', { limit: most })
}
