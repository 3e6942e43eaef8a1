/** A default is held against everything that its field asks of a value: what is refused from a user must not come from config. */
import { LEVEL_NAMES, type Levels } from '../../domain/authority'
import type { PasswordLimits } from '../../domain/password'
import type { CompiledField } from '../compiled'
import { validateRecord } from '../validateRecord'
import { isNothing, normalise, withValue } from '../values'
import type { ResourceCheck } from './effects'

interface Bounds {
  levels: Levels
  password: PasswordLimits
}

export function checkDefaults({ source, resource }: ResourceCheck, { levels, password }: Bounds): void {
  const { access } = resource
  for (const field of Object.values(resource.fields)) {
    if (field.default === undefined || field.type === 'password') continue
    if (isNothing(field, normalise(field, field.default))) continue
    const open: CompiledField = { ...field, read: 'none', write: 'none' }
    delete open.visible
    delete open.readOnly
    const problem = validateRecord(
      { ...resource, fields: { [field.name]: open }, messages: {} },
      withValue({}, field.name, field.default),
      // A new record begins with it, whoever makes it: of levels, the lowest that may.
      { action: 'create', level: levels[higherOf(access.create, field.write)], levels, password },
    )[field.name]
    // Another kind of value is reported where the field is compiled.
    if (!problem || KIND_CODES.has(problem.code)) continue
    source.report(['fields', field.name, 'default'], 'defaultRefused', {
      value: JSON.stringify(field.default),
      rule: [KEYS[problem.code] ?? problem.code.replace(/^field\./, ''), problem.params.limit ?? '']
        .join(' ')
        .trim(),
    })
  }
}

/** Codes of a value that is of another kind, which `badDefault` says. */
const KIND_CODES: ReadonlySet<string> = new Set([
  'field.text',
  'field.characters',
  'field.number',
  'field.boolean',
  'field.date',
  'field.choice',
  'field.color',
  'field.json',
  'field.image',
])

/** The key of the field that a value does not keep; else the name of the rule. */
const KEYS: Readonly<Record<string, string>> = {
  'field.minimum': 'min',
  'field.tooShort': 'min',
  'field.tooFew': 'min',
  'field.maximum': 'max',
  'field.tooLong': 'max',
  'field.tooMany': 'max',
  'field.notYours': 'choices',
}

function higherOf(one: CompiledField['read'], other: CompiledField['write']): CompiledField['read'] {
  if (other === 'never') return one
  return LEVEL_NAMES.indexOf(one) >= LEVEL_NAMES.indexOf(other) ? one : other
}
