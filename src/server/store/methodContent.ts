/**
 * Converts the content of an order method between its column and the API. The schema is stored as text, because jsonb
 * loses the order of properties, which is the order of form fields.
 */
import type { MethodContent } from '../../domain/methodInput'

/** The value of the column. */
export type StoredContent = Omit<MethodContent, 'Schema'> & { Schema?: string }

export function readContent({ Schema, ...content }: StoredContent): MethodContent {
  return Schema === undefined ? content : { ...content, Schema: JSON.parse(Schema) as unknown }
}

/** The JSON text for the column. */
export function writeContent({ Schema, ...content }: MethodContent): string {
  const stored: StoredContent =
    Schema === undefined ? content : { ...content, Schema: JSON.stringify(Schema) }
  return JSON.stringify(stored)
}
