/**
 * The content of an order method between its column and the wire. Its schema is kept as text: the order of the
 * properties is the order of the form, and jsonb keeps none.
 */
import type { MethodContent } from '../../domain/methodInput'

/** As the column has it. */
export type KeptContent = Omit<MethodContent, 'Schema'> & { Schema?: string }

export function readContent({ Schema, ...content }: KeptContent): MethodContent {
  return Schema === undefined ? content : { ...content, Schema: JSON.parse(Schema) as unknown }
}

/** For the column, as JSON text. */
export function keepContent({ Schema, ...content }: MethodContent): string {
  const kept: KeptContent = Schema === undefined ? content : { ...content, Schema: JSON.stringify(Schema) }
  return JSON.stringify(kept)
}
