/** The contract's schemas with the fields of config. */
import type { CompiledResource } from '../compiled'
import {
  contractRequestSchema,
  contractResponseSchema,
  type Json,
  requestSchema,
  responseSchema,
} from './fieldSchema'

export interface Schema extends Json {
  properties: Record<string, Json>
}

/** The contract's schema with the fields of config, except dotted ones: the contract describes the objects. */
export function extendShape(shape: Schema, resource: CompiledResource, isInput: boolean): Json {
  const { fields } = resource
  const properties: Record<string, Json> = { ...shape.properties, ...(!isInput && pictureNames(resource)) }
  for (const field of Object.values(fields)) {
    const contractSchema = properties[field.name]
    if (field.name.includes('.')) continue
    if (contractSchema)
      properties[field.name] = isInput
        ? contractRequestSchema(field, contractSchema)
        : contractResponseSchema(field, contractSchema)
    // The API has no other built-in fields than those of the contract's schema.
    else if (field.storage === 'extra') {
      if (isInput) properties[field.name] = requestSchema(field)
      else if (field.type !== 'password') properties[field.name] = responseSchema(field)
    }
  }
  if (isInput) return { ...shape, properties, ...inputAnnotations(resource) }
  // `additionalProperties` stands for the fields that config adds: these are declared now.
  const { additionalProperties: _, ...closed } = shape
  return { ...closed, properties }
}

/** The key `pictures` of rows of lists (`contract/records`), if the resource has pictures. */
export function pictureNames({ fields }: CompiledResource): Record<string, Json> {
  if (Object.hasOwn(fields, 'pictures') || !Object.values(fields).some(({ type }) => type === 'image'))
    return {}
  return {
    pictures: {
      type: 'array',
      items: { type: 'string' },
      description: 'In lists, which come without pictures: the fields that have one',
    },
  }
}

const UNDECLARED_KEYS_NOTE =
  'Undeclared keys, and changes of fields that the caller may not write, are refused with their names (422). Fields that are sent back unchanged are accepted.'

/** The description of a request body, with the rules over several fields. */
export const inputAnnotations = ({ checks = [] }: CompiledResource): Json => ({
  description: [
    UNDECLARED_KEYS_NOTE,
    ...checks.map(({ name, message }) => `${name}: ${message.ko} / ${message.en}`),
  ].join('\n\n'),
  ...(checks.length > 0 && {
    'x-rules': checks.map(({ name, written, at }) => ({
      rule: name,
      check: written,
      ...(at !== undefined && { at }),
    })),
  }),
})
