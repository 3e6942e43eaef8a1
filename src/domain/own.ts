/** Values that come from outside: config, a record, an address. */

/** The value of that name, if there is one of its own: `constructor` and `toString` find nothing. */
export function own<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

/** True for an object with keys: not for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The number of a record: what a database can hold as an id. */
export const isRecordId = (id: unknown): id is number =>
  Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
