/** Validates the default values of fields, as if a user had entered them. */
import { highest, type Levels } from '../../../domain/authority'
import type { PasswordLimits } from '../../../domain/password'
import type { CompiledField } from '../../compiled'
import { withoutMovingBounds } from '../../validation/dateBounds'
import { validateRecord } from '../../validation/validateRecord'
import { isEmptyValue, normalise, withValue } from '../../values'
import type { ResourceCheck } from './context'
import { hasInvalidDefault } from './fieldChecks'

export interface ValueLimits {
  levels: Levels
  password: PasswordLimits
}

export function checkDefaults({ root, resource }: ResourceCheck, { levels, password }: ValueLimits): void {
  for (const field of Object.values(resource.fields)) {
    const { name, default: value, write } = field
    if (value === undefined || field.type === 'password' || isEmptyValue(field, normalise(field, value)))
      continue
    // Skip an invalid default: `checkField` reports it, unless the choices are unknown.
    if (hasInvalidDefault(field)) continue
    const unrestricted: CompiledField = {
      ...withoutMovingBounds(field),
      read: 'none',
      write: 'none',
      visible: undefined,
      readOnly: undefined,
    }
    // The default must be valid for every user who may create records and write the field: check it for the lowest of
    // their levels, which is the higher one of the two required levels.
    const lowestLevel = highest(resource.access.create, write === 'never' ? 'none' : write)
    const level = lowestLevel === 'nobody' ? levels.master : levels[lowestLevel]
    const problem = validateRecord(
      { ...resource, fields: { [name]: unrestricted }, messages: {} },
      withValue({}, name, value),
      { action: 'create', level, levels, password },
    )[name]
    if (!problem) continue
    const rule = VIOLATED_KEYS[problem.code] ?? problem.code.replace(/^field\./, '')
    root.at('fields', name, 'default').report('defaultRefused', {
      value: JSON.stringify(value),
      rule: `${rule} ${problem.params.limit ?? ''}`.trim(),
    })
  }
}

/** The key of the field that each code refers to; for other codes, the error shows the name of the rule. */
const VIOLATED_KEYS: Readonly<Record<string, string>> = {
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
