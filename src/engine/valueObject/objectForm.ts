/** The form for an object value: schema and layout for JSON Forms, and conversion between JSON text and form data. */
import { isObject, ownValue } from '../../domain/own'
import type { Locale } from '../compiled'
import { localized, pick } from '../i18n'
import type { Text } from '../shapes/text'
import {
  choicesOfSchema,
  isSecret,
  propertiesOf,
  type ValueGroup,
  type ValueProperty,
  type ValueSchema,
  valueAtPath,
} from './schema'

/** The form data: values by property name; a group is a nested object. An empty input has no key. */
type Entry = Readonly<Record<string, unknown>>

/** Layout for JSON Forms: a control for each property, a group for each nested object. */
export interface ObjectLayout {
  type: 'VerticalLayout'
  elements: (ObjectControl | ObjectGroup)[]
}
interface ObjectControl {
  type: 'Control'
  scope: string
  label: string
  options: { secret: boolean }
}
export interface ObjectGroup {
  type: 'Group'
  label: string
  options: { help?: string }
  elements: ObjectControl[]
}

/** The schema as standard JSON Schema: titles in one language, no additional properties. */
export function plainSchema(schema: ValueSchema | ValueGroup, locale: Locale): object {
  const { type, properties, required = [] } = schema
  const plainProperties = Object.entries(properties).map(([name, property]) => [
    name,
    property.type === 'object' ? plainSchema(property, locale) : plainProperty(name, property, locale),
  ])
  return {
    type,
    properties: Object.fromEntries(plainProperties),
    required: [...required],
    additionalProperties: false,
  }
}

function plainProperty(name: string, property: ValueProperty, locale: Locale): object {
  const { title, description, ...rules } = property
  const oneOf = 'oneOf' in rules && rules.oneOf
  return {
    ...rules,
    title: textIn(title ?? name, locale),
    ...(description && { description: textIn(description, locale) }),
    ...(oneOf && {
      oneOf: oneOf.map(choice => ({ const: choice.const, title: textIn(choice.title, locale) })),
    }),
  }
}

export function objectLayout({ properties }: ValueSchema, locale: Locale): ObjectLayout {
  const control = (name: string, property: ValueProperty, scope: string): ObjectControl => ({
    type: 'Control',
    scope,
    label: textIn(property.title ?? name, locale),
    options: { secret: isSecret(property) },
  })
  return {
    type: 'VerticalLayout',
    elements: Object.entries(properties).map(([name, property]) => {
      const scope = `#/properties/${name}`
      if (property.type !== 'object') return control(name, property, scope)
      const { title = name, description, properties: inner } = property
      return {
        type: 'Group',
        label: textIn(title, locale),
        options: description ? { help: textIn(description, locale) } : {},
        elements: Object.entries(inner).map(([innerName, innerProperty]) =>
          control(innerName, innerProperty, `${scope}/properties/${innerName}`),
        ),
      }
    }),
  }
}

const textIn = (text: Text, locale: Locale) => pick(localized(text), locale)

/** The initial data of the form, from the defaults of the schema. */
export function defaultEntry(schema: ValueSchema): Entry {
  return propertiesOf(schema).reduce<Entry>(
    (entry, { path, property }) =>
      property.default === undefined ? entry : withEntry(entry, path, property.default),
    withCheckboxes(schema, {}),
  )
}

/**
 * Converts the JSON text of a value into form data. Missing booleans become `false`. Returns the initial data for a
 * text that is not a JSON object, such as a masked value.
 */
export function entryFromJson(schema: ValueSchema, text: string | undefined): Entry {
  const value = parseObject(text)
  if (!value) return defaultEntry(schema)
  const entry = propertiesOf(schema).reduce<Entry>((all, { path, property }) => {
    const propertyValue = valueAtPath(value, path)
    return canBeEntered(property, propertyValue) ? withEntry(all, path, propertyValue) : all
  }, {})
  return withCheckboxes(schema, entry)
}

/** Whether the input of a property can show a value. A number input also shows a text, which validation reports. */
function canBeEntered(property: ValueProperty, value: unknown): boolean {
  if (property.type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'string' || typeof value === 'number'
}

/** A copy of the form data with the value set at a path; `undefined` and an empty text remove the key. */
export function withEntry(entry: Entry, [step, ...rest]: readonly string[], value: unknown): Entry {
  if (step === undefined) return entry
  const { [step]: group, ...others } = entry
  if (rest.length > 0) return { ...entry, [step]: withEntry(isObject(group) ? group : {}, rest, value) }
  return value === undefined || value === '' ? others : { ...entry, [step]: value }
}

/** Sets missing booleans to `false`: an untouched checkbox is unchecked. */
function withCheckboxes(schema: ValueSchema, entry: Entry): Entry {
  return propertiesOf(schema).reduce((all, { path, property }) => {
    const [step, inner] = path
    const parent = inner === undefined ? all : all[step]
    const isSet = isObject(parent) && Object.hasOwn(parent, inner ?? step)
    return property.type === 'boolean' && !isSet ? withEntry(all, path, false) : all
  }, entry)
}

/**
 * The JSON text of form data, for validation and sending. Leaves out optional groups that are empty, so that their
 * required values are not reported as missing.
 */
export function entryToJson(schema: ValueSchema, entry: Entry): string {
  const { required = [] } = schema
  return JSON.stringify(
    orderedEntry(schema, entry, (name, group, value) => {
      const groupEntry = orderedEntry(group, isObject(value) ? value : {})
      // Every unchecked box has the value `false`, so a group that contains only `false` counts as empty.
      const isBlank = Object.values(groupEntry).every(entered => entered === false)
      return isBlank && !required.includes(name) ? undefined : groupEntry
    }),
  )
}

/**
 * The values in the order of the schema, so that equal data give equal texts.
 *
 * @param convertGroup returns the value of a group; without it groups are left out
 */
function orderedEntry(
  { properties }: ValueSchema | ValueGroup,
  entry: Entry,
  convertGroup: (name: string, group: ValueGroup, value: unknown) => unknown = () => undefined,
): Entry {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const entered = ownValue(entry, name)
      const value = property.type === 'object' ? convertGroup(name, property, entered) : entered
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function parseObject(text: string | undefined): Entry | undefined {
  try {
    const value: unknown = text ? JSON.parse(text) : undefined
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Removes the secrets from the JSON text of a value: browsers must not store them. */
export function withoutSecrets(schema: ValueSchema, text: string): string {
  const entryWithoutSecrets = propertiesOf(schema).reduce<Entry>(
    (entry, { path, property }) => (isSecret(property) ? withEntry(entry, path, undefined) : entry),
    entryFromJson(schema, text),
  )
  return entryToJson(schema, entryWithoutSecrets)
}

/** The sentence that shows the bounds of a property (§5): a key of i18n below `orders.bounds`, with its parameters. */
export function boundsSentence(
  property: ValueProperty,
): { key: 'value' | 'length' | 'least' | 'most'; params: { min?: number; max?: number } } | undefined {
  if (property.type === 'boolean' || choicesOfSchema(property)) return undefined
  if (property.type === 'string') {
    const { minLength: min = 0, maxLength: max } = property
    return min > 0 && max !== undefined ? { key: 'length', params: { min, max } } : undefined
  }
  const { minimum: min, maximum: max } = property
  if (min !== undefined && max !== undefined) return { key: 'value', params: { min, max } }
  if (min !== undefined) return { key: 'least', params: { min } }
  return max === undefined ? undefined : { key: 'most', params: { max } }
}
