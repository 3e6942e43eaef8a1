/** Safe access to values from outside: config, records, URLs. */

/** The value under a key of the object itself: `constructor` and other names of the prototype give `undefined`. */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a positive id that fits PostgreSQL's `integer`. */
export const isRecordId = (id: unknown): id is number =>
  Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
