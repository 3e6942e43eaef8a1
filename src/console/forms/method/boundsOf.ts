/** The sentence of what the value of a method may be, shown before anything is refused (§5). */
import type { MethodForm } from '../../../engine/orderMethods'

export function boundsOf(
  form: MethodForm,
  translate: (key: string, options?: object) => string,
): string | undefined {
  const {
    type,
    minimum: min,
    maximum: max,
    minLength,
    maxLength,
    enum: choices,
  } = form.schema.properties.data
  if (choices) return undefined
  if (type !== 'string') return translate('orders.bounds.value', { min, max })
  return minLength ? translate('orders.bounds.length', { min: minLength, max: maxLength }) : undefined
}
