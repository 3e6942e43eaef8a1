/** A default is validated like a value that a user enters. */
import { highest, type Levels } from '../../../domain/authority'
import type { PasswordLimits } from '../../../domain/password'
import type { CompiledField } from '../../compiled'
import { withoutMovingBounds } from '../../validation/dateBounds'
import { validateRecord } from '../../validation/validateRecord'
import { isNothing, normalise, withValue } from '../../values'
import type { ResourceCheck } from './context'
import { isOfAnotherKind } from './fieldChecks'

export interface ValueLimits {
  levels: Levels
  password: PasswordLimits
}

export function checkDefaults({ root, resource }: ResourceCheck, { levels, password }: ValueLimits): void {
  for (const field of Object.values(resource.fields)) {
    const { name, default: value, write } = field
    if (value === undefined || field.type === 'password' || isNothing(field, normalise(field, value)))
      continue
    // Another kind of value is reported where the field is compiled.
    if (isOfAnotherKind(field)) continue
    const open: CompiledField = {
      ...withoutMovingBounds(field),
      read: 'none',
      write: 'none',
      visible: undefined,
      readOnly: undefined,
    }
    // Every new record begins with the default: it must be valid for the lowest level that creates records.
    const lowest = highest(resource.access.create, write === 'never' ? 'none' : write)
    const problem = validateRecord(
      { ...resource, fields: { [name]: open }, messages: {} },
      withValue({}, name, value),
      { action: 'create', level: lowest === 'nobody' ? levels.master : levels[lowest], levels, password },
    )[name]
    if (!problem) continue
    const rule = KEYS[problem.code] ?? problem.code.replace(/^field\./, '')
    root.at('fields', name, 'default').report('defaultRefused', {
      value: JSON.stringify(value),
      rule: `${rule} ${problem.params.limit ?? ''}`.trim(),
    })
  }
}

/** The key of the field that a value violates; otherwise the name of the rule is shown. */
const KEYS: Readonly<Record<string, string>> = {
  'field.minimum': 'min',
  'field.tooShort': 'min',
  'field.tooFew': 'min',
  'field.tooEarly': 'min',
  'field.maximum': 'max',
  'field.tooLong': 'max',
  'field.tooMany': 'max',
  'field.tooLate': 'max',
  'field.notYours': 'choices',
}
