/**
 * The schema of an order method with several values: a subset of JSON Schema, except that titles may be bilingual.
 * `schemaProblem` validates a schema before it is stored.
 */
import { isObject, ownValue } from '../../domain/own'
import type { Text } from '../shapes/text'

interface Titled {
  title?: Text
  description?: Text
}

/** A choice with a label, in the form of JSON Schema. */
interface Choice<Value> {
  const: Value
  title: Text
}

export interface TextProperty extends Titled {
  type: 'string'
  minLength?: number
  maxLength?: number
  /** Matched by RE2 anywhere in the text, as in JSON Schema. */
  pattern?: string
  /** A secret: hidden while it is entered, and never shown again. */
  format?: 'password'
  enum?: readonly string[]
  oneOf?: readonly Choice<string>[]
  default?: string
}

export interface NumberProperty extends Titled {
  type: 'number' | 'integer'
  minimum?: number
  maximum?: number
  enum?: readonly number[]
  oneOf?: readonly Choice<number>[]
  default?: number
}

interface BooleanProperty extends Titled {
  type: 'boolean'
  default?: boolean
}

export type ValueProperty = TextProperty | NumberProperty | BooleanProperty

/** A nested object: properties that belong together. */
export interface ValueGroup extends Titled {
  type: 'object'
  properties: Readonly<Record<string, ValueProperty>>
  required?: readonly string[]
  additionalProperties?: false
}

export interface ValueSchema extends Titled {
  type: 'object'
  properties: Readonly<Record<string, ValueProperty | ValueGroup>>
  required?: readonly string[]
  additionalProperties?: false
  $schema?: string
}

/** The maximum number of properties of a schema, including groups and their properties. */
export const MAX_PROPERTIES = 40

/** The maximum size of a value's JSON in bytes: it must fit into one message to a device. */
export const MAX_VALUE_BYTES = 12_000

/** The choices of a property with their titles; `undefined` if it has no choices. */
export function choicesOfSchema(
  property: TextProperty | NumberProperty,
): readonly { value: string | number; title: Text }[] | undefined {
  if (property.oneOf) return property.oneOf.map(({ const: value, title }) => ({ value, title }))
  return property.enum?.map(value => ({ value, title: String(value) }))
}

interface PropertyAtPath {
  /** The path, such as `['wifi', 'ssid']`. */
  path: readonly [string, ...string[]]
  property: ValueProperty
  group?: ValueGroup
}

/** All properties in a flat list, in which the properties of a group take the place of the group. */
export function propertiesOf({ properties }: ValueSchema): PropertyAtPath[] {
  return Object.entries(properties).flatMap(([name, propertyOrGroup]): PropertyAtPath[] => {
    if (propertyOrGroup.type !== 'object') return [{ path: [name], property: propertyOrGroup }]
    return Object.entries(propertyOrGroup.properties).map(([innerName, property]) => ({
      path: [name, innerName],
      property,
      group: propertyOrGroup,
    }))
  })
}

/** The value of a property in an object; `undefined` if it is absent. @param path as in `propertiesOf` */
export const valueAtPath = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? ownValue(part, step) : undefined), object)

/** True if the schema has a secret property. */
export const hasSecret = (schema: ValueSchema): boolean =>
  propertiesOf(schema).some(({ property }) => isSecret(property))

export const isSecret = (property: ValueProperty): boolean =>
  property.type === 'string' && property.format === 'password'
