/**
 * Converts the object value of an order into labelled lines to display. The order stores these lines, because its
 * method may be changed or deleted later.
 */
import type { DataLine } from '../../contract/orderValues'
import type { Locale } from '../compiled'
import { localized, pick } from '../i18n'
import {
  choicesOfSchema,
  isSecret,
  propertiesOf,
  type ValueProperty,
  type ValueSchema,
  valueAtPath,
} from './schema'

/** Shown in place of a secret value. */
export const CONCEALED = '********'

/** One line for each property that has a value. @param value an object that is valid for the schema */
export function linesOf(schema: ValueSchema, value: Readonly<Record<string, unknown>>): DataLine[] {
  return propertiesOf(schema).flatMap(({ path, property, group }) => {
    const propertyValue = valueAtPath(value, path)
    if (propertyValue === undefined) return []
    return {
      label: localized(property.title ?? path.at(-1)!),
      ...(group && { group: localized(group.title ?? path[0]) }),
      value: lineValue(property, propertyValue as string | number | boolean),
    }
  })
}

function lineValue(property: ValueProperty, value: string | number | boolean): DataLine['value'] {
  if (isSecret(property)) return CONCEALED
  if (property.type === 'boolean') return value
  const title = choicesOfSchema(property)?.find(choice => choice.value === value)?.title
  return title === undefined || title === String(value) ? value : localized(title)
}

/** The label and the value of a line in one language. @param yesNo returns the word for a boolean */
export function lineText(
  { group, label, value }: DataLine,
  locale: Locale,
  yesNo: (value: boolean) => string,
): { label: string; value: string } {
  const labels = group ? [group, label] : [label]
  return {
    label: labels.map(words => pick(words, locale)).join(' › '),
    value: valueText(value, locale, yesNo),
  }
}

function valueText(value: DataLine['value'], locale: Locale, yesNo: (value: boolean) => string): string {
  if (typeof value === 'boolean') return yesNo(value)
  return typeof value === 'object' ? pick(value, locale) : String(value)
}
