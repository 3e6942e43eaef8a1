/** Between a record and what stands in its form. */
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import { confirmationOf, isNothing, normalise, nothingOf, withValue } from '../../../engine/values'
import { type Writing, writableRecord } from '../../../engine/writableRecord'

export type Values = Readonly<Record<string, unknown>>

/** The fields of the form, in its order. */
export const formFields = ({ form, fields }: CompiledResource): CompiledField[] =>
  (form?.sections ?? []).flatMap(section => section.fields.flatMap(name => fields[name] ?? []))

/** What a form begins with: the record's values, or the defaults of config. */
export function startValues(resource: CompiledResource, record?: Values): Record<string, unknown> {
  let values: Record<string, unknown> = {}
  for (const field of Object.values(resource.fields)) {
    // Conditions may look at fields that the form does not show.
    const there = record ? valueAt(record, field.name) : structuredClone(field.default)
    const isSecret = field.type === 'password'
    const value = isSecret ? '' : isNothing(field, there) ? nothingOf(field) : normalise(field, there)
    values = withValue(values, field.name, value)
    if (field.confirm) values = withValue(values, confirmationOf(field.name), '')
  }
  return values
}

/**
 * What is sent: the whole record as it came (§7 asks for it; a server without config keeps what is not sent back by no other
 * way), and over it what this user may write, in the form in which it is kept.
 */
export function recordToSend(
  resource: CompiledResource,
  values: Values,
  writing: Writing,
): Record<string, unknown> {
  return { ...writing.current, ...writableRecord(resource, values, writing) }
}

/** The fields whose values differ, by what is kept of them. */
export function changedFields(resource: CompiledResource, one: Values, other: Values): CompiledField[] {
  return formFields(resource).filter(
    field =>
      field.type !== 'password' &&
      JSON.stringify(normalise(field, valueAt(one, field.name))) !==
        JSON.stringify(normalise(field, valueAt(other, field.name))),
  )
}

/** What the user changed, over what somebody else has saved meanwhile: nothing of theirs is undone that was not touched here. */
export function mergedValues(
  resource: CompiledResource,
  base: Values,
  mine: Values,
  theirs: Values,
): Record<string, unknown> {
  let merged = startValues(resource, theirs)
  const secrets = formFields(resource).filter(field => field.type === 'password')
  for (const field of [...changedFields(resource, base, mine), ...secrets]) {
    merged = withValue(merged, field.name, valueAt(mine, field.name))
  }
  return merged
}
